import { aModel, aRoute, aSnapshot } from '../../../test/support/build-calls';
import type { CatalogModel, ProviderRoute, RouteProtocol } from '../../catalog/catalog';
import { listCandidates } from './list-candidates';

const makeRoute = (id: string, protocol: RouteProtocol): ProviderRoute => aRoute({ id, protocol });
const chat = makeRoute('chat', 'openai');
const video = makeRoute('video', 'ark-videos');

function list(model: CatalogModel, routes: Readonly<Record<string, ProviderRoute[]>>): string[] {
  return listCandidates(model, aSnapshot([model], routes)).map(({ route }) => route.id);
}

describe('the candidates of a model', () => {
  const text = aModel();
  const film = aModel({ kind: 'video' });

  it('are over protocols of its kind', () => {
    const routes = { 'acme/small': [chat, video] };
    expect(list(text, routes)).toEqual(['chat']);
    expect(list(film, routes)).toEqual(['video']);
  });

  it('come from the next pattern where one has no route of the right kind', () => {
    expect(list(film, { 'acme/small': [chat], 'acme/*': [chat], '*': [chat, video] })).toEqual([
      'video',
    ]);
    expect(list(text, { 'acme/*': [video] })).toEqual([]);
  });

  it('are made once for a snapshot', () => {
    const snapshot = aSnapshot([text], { 'acme/small': [chat] });
    expect(listCandidates(text, snapshot)).toBe(listCandidates(text, snapshot));
    const next = aSnapshot([text], { 'acme/small': [chat] });
    expect(listCandidates(text, next)).not.toBe(listCandidates(text, snapshot));
  });
});
