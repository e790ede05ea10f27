import { compileAllowedModels, personalPolicy, type CallerPolicy } from '@tollgate/policy';
import {
  aModel,
  aParsedCall,
  aRoute,
  aRouting,
  aSnapshot,
} from '../../../test/support/build-calls';
import { chooseRoute } from './choose-route';

const snapshot = aSnapshot([aModel(), aModel({ id: 'other/large' })], {
  'acme/small': [aRoute()],
  'other/large': [aRoute({ id: 'route-2', provider: 'other' })],
});

function allow(...patterns: string[]): CallerPolicy {
  return { ...personalPolicy, allowsModel: compileAllowedModels([patterns]) };
}

function route(body: Record<string, unknown>, policy: CallerPolicy): string[] {
  const routed = chooseRoute(aParsedCall({ body, policy }), aRouting(snapshot));
  return routed.candidates.map(({ model }) => model.id);
}

describe('a caller with a list of allowed models', () => {
  it('may use models on it, in any spelling', () => {
    expect(route({ model: ' ACME/Small ' }, allow('acme/small'))).toEqual(['acme/small']);
    expect(route({ model: 'acme/small:floor' }, allow('acme/*'))).toEqual(['acme/small']);
  });

  it('may not use other models', () => {
    expect(() => route({ model: 'other/large' }, allow('acme/*'))).toThrow(
      expect.objectContaining({ reason: 'model_not_allowed', status: 403 }),
    );
  });

  it('gets the allowed models of a list, and an error when none is', () => {
    const models = { model: 'other/large', models: ['acme/small'] };
    expect(route(models, allow('acme/*'))).toEqual(['acme/small']);
    expect(() => route(models, allow('none/*'))).toThrow(
      expect.objectContaining({ reason: 'model_not_allowed' }),
    );
  });

  it('is refused where its team may not do this kind of work', () => {
    const team = { name: 'Studio', scopes: new Set(['images']) };
    expect(() => route({}, { ...personalPolicy, team })).toThrow(
      expect.objectContaining({ reason: 'forbidden', message: expect.stringContaining('Studio') }),
    );
  });
});
