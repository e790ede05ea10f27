import { WalletServiceClient } from '@tollgate/contracts';
import { Secret } from '@tollgate/config';
import { formatGenerationId, makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import {
  aCustomer,
  serviceSecret,
  startBilling,
  type BillingUnderTest,
} from './support/start-billing';

let billing: BillingUnderTest;
let wallets: WalletServiceClient;

beforeAll(async () => {
  billing = await startBilling();
  wallets = createGrpcClient(WalletServiceClient, {
    address: billing.grpcAddress,
    credential: { secret: new Secret(serviceSecret) },
    logger: silentLogger,
  });
});
afterAll(async () => {
  wallets.close();
  await billing.stop();
});

function lookUp(caller = aCustomer().caller): Promise<{ status: number; ms: number }> {
  const id = formatGenerationId(makeUlid());
  const startedAt = performance.now();
  return billing
    .send('get', `/v1/generation?id=${id}`, caller)
    .then(({ status }) => ({ status, ms: performance.now() - startedAt }));
}

describe('looking up an unknown generation', () => {
  it('waits in only one request of a caller at a time', async () => {
    const { caller } = aCustomer();
    const countWaiting = async (): Promise<number> => {
      const answers = await Promise.all(Array.from({ length: 5 }, () => lookUp(caller)));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
      return answers.filter(({ ms }) => ms >= 1_900).length;
    };
    let waiting = await countWaiting();
    // Where the machine stands still all of them take long, but not every time.
    for (let again = 1; again < 4 && waiting > 1; again++) waiting = await countWaiting();
    expect(waiting).toBe(1);
    const { ms } = await lookUp(caller);
    expect(ms).toBeGreaterThanOrEqual(1_900);
  });

  it('takes no database connection from posting and admission', async () => {
    const { userId } = aCustomer();
    let lookups: Promise<unknown> = Promise.resolve();
    await billing.sql.withTransaction(async (transaction) => {
      // Every lookup of a receipt now occupies its connection until it times out.
      await transaction.query('LOCK TABLE generations IN ACCESS EXCLUSIVE MODE', []);
      lookups = Promise.all(Array.from({ length: 40 }, () => lookUp()));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const asked = callUnary(
        wallets.getWallet.bind(wallets),
        { walletId: userId },
        // A read is repeated when the process stood still.
        { deadlineMs: 1_500, isRead: true },
      );
      await expect(asked).resolves.toBeDefined();
    });
    await lookups;
  });
});

describe('the totals of keys', () => {
  it('are those of the wallet, without keys that were never used', async () => {
    const { userId } = aCustomer();
    await billing.sql.query(
      `INSERT INTO key_totals (key_id, wallet_id, spend_nanos, requests, tokens, last_used_at)
       VALUES ($1, $2, 9007199254740993, 1, 1, '2026-01-01T00:00:00.1239Z'), ($3, 'other', 1, 1, 1, now())`,
      [`key_of_${userId}`, userId, `foreign_${userId}`],
    );
    const ask = (keyIds: string[]) =>
      callUnary(
        wallets.listKeyTotals.bind(wallets),
        { walletId: userId, keyIds },
        { deadlineMs: 20_000 },
      );
    const keyId = `key_of_${userId}`;
    expect(await ask([keyId, `foreign_${userId}`, 'unused'])).toEqual({
      totals: [{ keyId, totalNanos: 9_007_199_254_740_993n, lastUsedMs: 1_767_225_600_123n }],
    });
    const many = Array.from({ length: 10_000 }, (_, index) => `key_${index}`);
    expect(await ask(many)).toEqual({ totals: [] });
    await expect(ask([...many, 'one more'])).rejects.toMatchObject({ reason: 'bad_request' });
  });
});
