import { byokProviders, placeKey } from './byok-providers';

describe('the place of an own provider key', () => {
  it('is that of a known provider', () => {
    expect(placeKey({ provider: 'together' })).toEqual({
      baseUrl: 'https://api.together.xyz/v1',
      protocol: 'openai',
    });
    expect(placeKey({ provider: 'anthropic' })).toEqual({
      baseUrl: 'https://api.anthropic.com/v1',
      protocol: 'anthropic',
    });
  });

  it('is what the request says', () => {
    const baseUrl = 'https://proxy.example.com/v1';
    expect(placeKey({ baseUrl })).toEqual({ baseUrl, protocol: 'openai' });
    expect(placeKey({ provider: 'together', baseUrl })).toMatchObject({ baseUrl });
  });

  it('is required', () => {
    expect(() => placeKey({})).toThrow('baseUrl is required');
  });

  it('is known of hosted providers only', () => {
    expect(byokProviders).toEqual(expect.arrayContaining(['openai', 'mistral', 'openrouter']));
    for (const name of ['vllm', 'ollama', 'azure', 'google']) {
      expect(byokProviders).not.toContain(name);
    }
  });
});
