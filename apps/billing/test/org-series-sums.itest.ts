import type { Generation } from '../src/ledger/usage';
import { aGeneration } from './support/a-generation';
import { makeCalls, middleMs, newOrg, pick, SeriesModel } from './support/series-model';

let model: SeriesModel;
beforeEach(async () => {
  model = await SeriesModel.start();
});
afterEach(() => model?.stop());

describe('series of organizations', () => {
  it('sum every call of a large one once, however often it is delivered', async () => {
    const orgIds = [newOrg(), newOrg()];
    await model.giveSums(...orgIds);
    const calls = orgIds.flatMap((orgId) => makeCalls(orgId, 150, middleMs, 4));
    await model.post(calls);
    await model.post(calls);
    const more = makeCalls(pick(calls).walletId, 30, middleMs, 4);
    await model.reports.store.postCharges([...calls.slice(20, 40), ...more]);
    await model.reports.store.postCharges(more);
    expect(await model.listFaults()).toEqual([]);
    expect(await model.countRows('org_series')).toBeGreaterThan(0);
    expect(await model.countRows('org_series_pending')).toBe(0);
  });

  it('have none of a call whose posting fails', async () => {
    const orgId = newOrg();
    await model.giveSums(orgId);
    const [first, second] = makeCalls(orgId, 2, middleMs, 4);
    if (first === undefined || second === undefined) throw new Error('no calls');
    await model.reports.store.postCharges([first]);
    const broken = { ...second, model: 'nul \0 is not text' };
    await expect(model.reports.store.postCharges([broken])).rejects.toThrow();
    expect(await model.listFaults()).toEqual([]);
    await model.reports.store.postCharges([second]);
    expect(await model.listFaults()).toEqual([]);
  });

  it('have no rows of accounts and of organizations that are not large', async () => {
    const largeId = newOrg();
    await model.giveSums(largeId);
    const account = aGeneration({ walletId: 'user_9', userId: 'user_9' });
    await model.reports.store.postCharges([account, ...makeCalls(newOrg(), 3, middleMs, 4)]);
    expect([await model.countRows('org_series'), await model.countRows('org_latency')]).toEqual([
      0, 0,
    ]);
    await model.reports.store.postCharges([
      ...makeCalls(newOrg(), 3, middleMs, 4),
      ...makeCalls(largeId, 3, middleMs, 4),
    ]);
    expect(await model.listFaults()).toEqual([]);
  });

  it('have calls that are posted inside a longer transaction', async () => {
    const orgId = newOrg();
    const [first, second] = makeCalls(orgId, 2, middleMs, 4);
    const add = (call: Generation | undefined) =>
      model.reports.store.inTransaction((book) => book.addGenerations(call ? [call] : []));
    await add(first);
    expect(await model.countRows('org_series')).toBe(0);
    await model.addLargeOrgs();
    await model.fillAll();
    await add(second);
    // The charges were not posted, so that only the sums can agree.
    expect(await model.listDifferences()).toEqual([]);
    expect(await model.countRows('org_series')).toBeGreaterThan(0);
  });

  it('are verified', async () => {
    const orgId = newOrg();
    await model.giveSums(orgId);
    await model.post(makeCalls(orgId, 20, middleMs, 4));
    for (const [sql, broken] of [
      ["UPDATE org_series SET errors = errors + 1 WHERE period = 'day'", 'org_series_agree'],
      [
        "UPDATE org_series SET requests = requests + 1 WHERE period = 'half_hour'",
        'org_series_periods_agree',
      ],
      ['DELETE FROM org_latency', 'org_latencies_agree'],
    ] as const) {
      expect(await model.listBreaches()).not.toContain(broken);
      await model.reports.database.query(sql);
      expect(await model.listBreaches()).toContain(broken);
    }
  });
});
