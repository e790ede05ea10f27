import type { AppError, ErrorName } from '@tollgate/errors';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
} from '../../../test/support/build-calls';
import type { CatalogSnapshot } from '../../catalog/catalog';
import { chooseRoute } from './choose-route';

function refusal(snapshot: CatalogSnapshot, body: Record<string, unknown> = {}): AppError {
  try {
    chooseRoute(aParsedCall({ body }), aRouting(snapshot));
  } catch (error) {
    return error as AppError;
  }
  throw new Error('the call was routed');
}

describe('choosing the route of a call', () => {
  it('finds the model whatever the case and the spaces of its name', () => {
    const call = aParsedCall({ body: { model: ' Acme/SMALL ' } });
    expect(chooseRoute(call, aRouting()).candidates[0].model.id).toBe('acme/small');
  });

  it('lets the most specific pattern with routes decide alone', () => {
    const [exact, family, any] = ['exact', 'family', 'any'].map((id) => aRoute({ id }));
    const idsWith = (routes: Record<string, ReturnType<typeof aRoute>[]>): string[] =>
      chooseRoute(aParsedCall(), aRouting(aSnapshot([aModel()], routes))).candidates.map(
        ({ route }) => route.id,
      );
    const all = { 'acme/small': [exact!], 'acme/*': [family!], '*': [any!] };
    expect(idsWith(all)).toEqual(['exact']);
    expect(idsWith({ 'acme/*': [family!], '*': [any!] })).toEqual(['family']);
    expect(idsWith({ 'other/*': [exact!], '*': [any!] })).toEqual(['any']);
  });

  it('keeps the order of the routes and tries at most six', () => {
    const routes = Array.from({ length: 9 }, (_, index) => aRoute({ id: `r${index}` }));
    const { candidates } = chooseRoute(
      aParsedCall(),
      aRouting(aSnapshot([aModel()], { 'acme/small': routes })),
    );
    expect(candidates.map(({ route }) => route.id)).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5']);
  });

  it('asks the provider for the route’s name of the model, else for the part behind the slash', () => {
    const routes = [aRoute(), aRoute({ id: 'route-2', upstreamModel: 'vendor-small-2' })];
    const { candidates } = chooseRoute(
      aParsedCall(),
      aRouting(aSnapshot([aModel()], { 'acme/small': routes })),
    );
    expect(candidates.map(({ target }) => target.upstreamModel)).toEqual([
      'small',
      'vendor-small-2',
    ]);
  });

  it.each<[string, CatalogSnapshot, ErrorName]>([
    ['an unknown model', aSnapshot([]), 'unknown_model'],
    [
      'an embedding model',
      aSnapshot([aModel({ kind: 'embeddings' })]),
      'embedding_on_chat_endpoint',
    ],
    ['a video model', aSnapshot([aModel({ kind: 'video' })]), 'wrong_endpoint_for_video'],
    ['a speech model', aSnapshot([aModel({ kind: 'speech' })]), 'model_endpoint_mismatch'],
    [
      'a model without a price',
      aSnapshot([aModel({ prices: { prompt: '1' } })]),
      'model_not_priced',
    ],
    ['a model without a route', aSnapshot([aModel()], {}), 'no_route'],
  ])('refuses %s', (_what, snapshot, reason) => {
    expect(refusal(snapshot).reason).toBe(reason);
  });

  it('refuses a modality that the catalog does not list, also of a model without modalities', () => {
    const error = refusal(aSnapshot(), { modalities: ['text', 'image'] });
    expect(error).toMatchObject({ reason: 'invalid_modality_for_model', param: 'modalities' });
    const call = aParsedCall({ body: { modalities: ['text'] } });
    expect(chooseRoute(call, aRouting()).candidates).toHaveLength(1);
  });

  it('lowers an output limit above the maximum of the model, with a header', () => {
    const snapshot = aSnapshot([aModel({ maxCompletionTokens: 100 })]);
    const choose = (limit: number) =>
      chooseRoute(aParsedCall({ body: { max_tokens: limit } }), aRouting(snapshot)).candidates[0]
        .request;
    expect(choose(101)).toMatchObject({
      outputTokensMax: 100,
      body: { max_tokens: 100 },
      headers: { 'x-tollgate-clamped': 'max_tokens' },
    });
    expect(choose(100).headers).toEqual({});
  });

  it('does not repeat a long nonsense name in full', () => {
    const error = refusal(aSnapshot(), { model: `x/${'y'.repeat(190)}` });
    expect(error.message.length).toBeLessThan(150);
  });
});
