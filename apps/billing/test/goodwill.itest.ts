import { BillingOutcome } from '@tollgate/contracts';
import { silentLogger } from '@tollgate/observability';
import { Goodwill } from '@tollgate/till';
import { deleteOldGoodwill, readGoodwill } from '../src/goodwill/goodwill-reader';
import type { GetGoodwill } from '../src/goodwill/load-goodwill';
import { createGoodwillModule } from '../src/goodwill/module';
import { aGeneration } from './support/a-generation';
import { getNowMs, startBook, type BookUnderTest } from './support/start-book';

const logger = silentLogger;
const dollar = 1_000_000_000n;
const outcome = BillingOutcome.BILLING_OUTCOME_CHARGED_CANCEL;
let fixture: BookUnderTest;
let wired: ReturnType<typeof createGoodwillModule>;
let till: Goodwill;
let getGoodwill: GetGoodwill;

beforeAll(async () => {
  fixture = await startBook();
  till = new Goodwill(fixture.redis);
  const { database, redis } = fixture;
  const config = { goodwillUsd: '1.00' };
  wired = createGoodwillModule({ config, database, lookups: database, redis, getNowMs, logger });
  getGoodwill = wired.getGoodwill;
});
afterAll(() => fixture.stop());

const read = (walletId: string) => readGoodwill(fixture.database, walletId, getNowMs());

async function topUp(walletId: string): Promise<void> {
  await fixture.database.query(
    `INSERT INTO topups (id, wallet_id, user_id, channel, provider, status, amount_cents,
       fee_cents, vat_cents, currency, fx_rate, total_minor, return_url, created_at, expires_at,
       paid_at)
     VALUES ($1, $2, $2, 'card', 'dev', 'paid', 100, 0, 0, 'USD', '1', 100, '', now(), now(), now())`,
    [`top_${walletId}`, walletId],
  );
}

describe('goodwill in the book', () => {
  it('sums what unbilled endings took, once however often they are delivered', async () => {
    const walletId = 'user_uses';
    const endings = [3n, 4n].map((goodwillNanos) =>
      aGeneration({ walletId, costNanos: 0n, goodwillNanos }),
    );
    await fixture.store.postCharges(endings);
    await fixture.store.postCharges([...endings, aGeneration({ walletId, costNanos: 0n })]);
    const { used } = await read(walletId);
    expect(used.reduce((total, { nanos }) => total + nanos, 0n)).toBe(7n);
  });

  it('charges an ending beyond the allowance like any other call', async () => {
    const walletId = 'user_beyond';
    await fixture.credit(walletId, 100n);
    const ending = aGeneration({ walletId, costNanos: 30n, outcome, isEstimated: true });
    await fixture.store.postCharges([ending]);
    await fixture.store.postCharges([ending]);
    expect(await fixture.findWallet(walletId)).toMatchObject({ balanceNanos: 70n });
    expect(await fixture.listBreaches()).toEqual([]);
  });

  it('is refilled in a till that was emptied', async () => {
    const walletId = 'user_emptied';
    await fixture.store.postCharges([
      aGeneration({ walletId, costNanos: 0n, goodwillNanos: 40_000_000n }),
    ]);
    await wired.loadGoodwill(walletId);
    expect(await till.read(walletId)).toMatchObject({
      limitNanos: dollar / 20n,
      usedNanos: 40_000_000n,
    });
    const over = await till.use(walletId, 20_000_000n, { mustBeFresh: true });
    expect(over.kind).toBe('exceeded');
  });

  it('grows with paid credit and with what was spent in 30 days', async () => {
    const walletId = 'user_paid';
    await fixture.credit(walletId, 50n * dollar);
    await fixture.store.postCharges([aGeneration({ walletId, costNanos: 20n * dollar })]);
    expect(await getGoodwill(walletId)).toEqual({
      limitNanos: dollar / 20n,
      usedNanos: 0n,
      resetsAtMs: undefined,
    });
    await topUp(walletId);
    expect(await getGoodwill(walletId)).toMatchObject({ limitNanos: 2n * dollar });
  });

  it('includes uses that are in the till but not posted yet', async () => {
    const walletId = 'user_ahead';
    await wired.loadGoodwill(walletId);
    await till.use(walletId, 5n, { mustBeFresh: true });
    const { resetsAtMs, usedNanos } = await getGoodwill(walletId);
    expect(usedNanos).toBe(5n);
    expect(resetsAtMs).toBeGreaterThan(getNowMs());
  });

  it('forgets uses that count no longer', async () => {
    await fixture.database.query(
      "INSERT INTO goodwill_uses (wallet_id, bucket, used_nanos) VALUES ('user_old', 5, 9)",
    );
    expect((await read('user_old')).used).toEqual([]);
    await deleteOldGoodwill(fixture.database, getNowMs());
    const { rows } = await fixture.database.query(
      "SELECT 1 FROM goodwill_uses WHERE wallet_id = 'user_old'",
    );
    expect(rows).toEqual([]);
  });
});
