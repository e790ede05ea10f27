import { AppError } from '@tollgate/errors';
import { aModel, aParsedCall, aSnapshot } from '../../../test/support/build-calls';
import { planModels } from './plan-models';

const snapshot = aSnapshot([
  aModel({ id: 'acme/small' }),
  aModel({ id: 'acme/big' }),
  aModel({ id: 'acme/gone', deprecationDate: '2020-01-01', successor: 'acme/big' }),
]);

function plan(body: Record<string, unknown>): string[] | string {
  try {
    return planModels(aParsedCall({ body }), snapshot).models.map(({ model }) => model.id);
  } catch (error) {
    if (error instanceof AppError) return error.reason;
    throw error;
  }
}

describe('the models of a call', () => {
  it.each([
    [{ model: 'acme/small' }, ['acme/small']],
    [{ model: 'acme/small', models: [] }, ['acme/small']],
    [{ model: 'acme/small', models: null }, ['acme/small']],
    [{ model: 'acme/small', models: ['acme/big'] }, ['acme/small', 'acme/big']],
    [{ model: 'acme/small', models: ['acme/big', 'acme/small'] }, ['acme/small', 'acme/big']],
    [{ model: 'acme/small', models: ['ACME/small', 'big', 'big'] }, ['acme/small', 'acme/big']],
    [{ model: 'acme/small', models: ['acme/gone'] }, ['acme/small']],
    [{ model: 'acme/gone', models: ['acme/big'] }, ['acme/big']],
    [{ model: 'acme/gone' }, 'model_retired'],
    [{ model: 'acme/small', models: ['acme/none'] }, 'unknown_model'],
    [{ model: 'acme/none', models: ['acme/small'] }, 'unknown_model'],
    [{ model: 'acme/small', models: ['auto'] }, 'unknown_model'],
  ])('of %j are %j', (body, expected) => {
    expect(plan(body)).toEqual(expected);
  });

  it('are routed by the options of the first name', () => {
    const call = aParsedCall({ body: { model: 'acme/small:nitro', models: ['acme/big:floor'] } });
    expect(planModels(call, snapshot)).toMatchObject({ sort: 'throughput', isAuto: false });
  });
});
