import { aModel, aRoute, aSnapshot } from '../../test/support/build-calls';
import { listCandidates } from '../call/route/list-candidates';
import { CatalogKeeper } from './catalog-keeper';
import { readPlannedPrices, switchPrices, type PlannedRow } from './planned-prices';
import { silentLogger } from '@tollgate/observability';

const at = (text: string): Date => new Date(`2026-12-01T${text}Z`);
const base = { created_at: new Date(0), model_id: null, route_id: null, price_version: null };

function aPlan(id: string, effectiveAt: Date, changes: Partial<PlannedRow>): PlannedRow {
  const document = { prices: { prompt: '3', completion: '4' } };
  return { ...base, id, effective_at: effectiveAt, document, ...changes };
}

const model = aModel({ id: 'acme/small', prices: { prompt: '1', completion: '2' } });
const route = aRoute({ id: 'route_1' });
const plans = [
  aPlan('plan_1', at('00:00:00'), { model_id: model.id, price_version: 8n }),
  aPlan('plan_2', at('01:00:00'), { route_id: 'route_1', document: { prices: { prompt: '5' } } }),
  aPlan('plan_3', at('02:00:00'), { model_id: 'acme/unknown', price_version: 2n }),
];
const snapshot = {
  ...aSnapshot([model], { [model.id]: [route] }),
  planned: readPlannedPrices(plans, new Map([[model.id, model]])),
};

describe('planned prices', () => {
  it('come into force at their time, with their version', () => {
    const before = at('00:00:00').getTime() - 1;
    expect(switchPrices(snapshot, before)).toBe(snapshot);
    const after = switchPrices(snapshot, at('00:00:00').getTime());
    expect(after.models.get(model.id)?.prices).toMatchObject({
      version: 8n,
      tiers: [{ prompt: 3_000_000n, completion: 4_000_000n }],
    });
    expect(after.planned).toHaveLength(1);
    expect(snapshot.models.get(model.id)?.prices.tiers?.[0].prompt).toBe(1_000_000n);
  });

  it('of a route replace those of the route only', () => {
    const after = switchPrices(snapshot, at('01:00:00').getTime());
    const listed = after.models.get(model.id);
    if (listed === undefined) throw new Error('the model is gone');
    const [candidate] = listCandidates(listed, after);
    expect(candidate?.prices).toMatchObject({
      version: 8n,
      tiers: [{ prompt: 5_000_000n, completion: 4_000_000n }],
    });
  });

  it('are in the snapshot of the keeper without another load', async () => {
    let nowMs = at('00:00:00').getTime() - 1;
    let loads = 0;
    const load = async () => {
      loads += 1;
      return snapshot;
    };
    const keeper = new CatalogKeeper({
      ...{ readVersion: async () => snapshot.version, load, logger: silentLogger },
      getNowMs: () => nowMs,
    });
    await keeper.start();
    const read = (): bigint | undefined => keeper.snapshot.models.get(model.id)?.prices.version;
    expect(read()).toBe(model.prices.version);
    nowMs += 1;
    expect(read()).toBe(8n);
    expect(keeper.snapshot).toBe(keeper.snapshot);
    keeper.stop();
    expect(loads).toBe(1);
  });
});
