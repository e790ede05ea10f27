import { join } from 'node:path';
import { listProviderRoutes } from './environment-routes';
import { readSeed } from './seed';

const seed = readSeed(join(__dirname, '../../../seed'));
const sonnet = 'anthropic/claude-sonnet-4.5';
const flash = 'google/gemini-2.5-flash';

function listOf(id: string, baseUrl?: string) {
  const provider = seed.providers.find((each) => each.id === id);
  if (provider === undefined) throw new Error(`no provider ${id}`);
  return listProviderRoutes(provider, seed, baseUrl);
}
const findRoute = (id: string, pattern: string, baseUrl?: string) =>
  listOf(id, baseUrl).find((route) => route.pattern === pattern);
const vertexAt = (location: string): string =>
  `https://aiplatform.googleapis.com/v1/projects/house/locations/${location}`;

describe('the routes of a cloud', () => {
  it('call a model of another maker by its name there, after the maker itself', () => {
    const own = findRoute('anthropic', sonnet);
    const atBedrock = findRoute('bedrock', sonnet);
    expect(atBedrock).toMatchObject({
      ...{ protocol: 'bedrock', provider_key_id: 'pkey_env-bedrock', enabled: true },
      upstream_model: 'global.anthropic.claude-sonnet-4-5-20250929-v1:0',
    });
    expect(findRoute('vertex-anthropic', sonnet, vertexAt('global'))).toMatchObject({
      ...{ protocol: 'vertex-anthropic', upstream_model: 'claude-sonnet-4-5@20250929' },
      enabled: true,
    });
    expect(findRoute('vertex', flash)).toMatchObject({
      ...{ protocol: 'vertex', upstream_model: 'gemini-2.5-flash', enabled: true },
    });
    const aggregated = findRoute('openrouter', sonnet);
    const priorities = [own, atBedrock, aggregated].map((route) => route?.priority ?? 0);
    expect(priorities).toEqual(priorities.toSorted((left, right) => left - right));
    expect(new Set(priorities).size).toBe(3);
  });

  it('have the prices of the model', () => {
    const ofClouds = ['bedrock', 'vertex', 'vertex-anthropic'].flatMap((id) => listOf(id));
    expect(ofClouds.filter(({ preferences }) => preferences.prices != null)).toEqual([]);
  });

  it('are switched off where the cloud charges more', () => {
    expect(findRoute('vertex', flash, vertexAt('europe-west1'))?.enabled).toBe(false);
    expect(findRoute('vertex-anthropic', sonnet, vertexAt('us-east5'))?.enabled).toBe(false);
  });

  it('belong to no other provider, and Azure has none', () => {
    expect(findRoute('anthropic', sonnet)?.upstream_model).toBe('claude-sonnet-4-5');
    expect(listOf('azure').map(({ pattern }) => pattern)).toEqual(['azure/*']);
  });
});
