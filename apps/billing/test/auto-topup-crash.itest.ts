import { Secret } from '@tollgate/config';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, type Database } from '@tollgate/postgres';
import {
  createTestDatabase,
  getFreePort,
  startFakeStripe,
  startTestRedis,
  waitUntil,
  type FakeStripe,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import type { GrpcPart } from '@tollgate/rpc';
import { verifyBook } from '../src/verify/verify-book';
import { createFakeAuth } from './support/fake-auth';
import { runBilling, type BillingProcess } from './support/run-billing';

const serviceSecret = 'service secret of the crash test.';

let stripe: FakeStripe;
let testDatabase: TestDatabase<'billing' | 'eventlog'>;
let redis: TestRedis;
let auth: GrpcPart;
let database: Database;
let billing: BillingProcess;

beforeAll(async () => {
  stripe = await startFakeStripe();
  testDatabase = await createTestDatabase({ schemas: ['billing', 'eventlog'] });
  redis = await startTestRedis();
  auth = createFakeAuth({ secret: new Secret(serviceSecret) });
  await auth.start?.();
  const databaseUrl = testDatabase.urlOf('billing');
  const [http, grpc, internal] = await Promise.all(Array.from({ length: 3 }, () => getFreePort()));
  billing = await runBilling({
    BIND_HOST: '127.0.0.1',
    HTTP_PORT: String(http),
    GRPC_PORT: String(grpc),
    INTERNAL_PORT: String(internal),
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.urlOf('billing'),
    EVENT_LOG_DATABASE_URL: testDatabase.urlOf('eventlog'),
    AUTH_GRPC_ADDRESS: `127.0.0.1:${auth.address().port}`,
    ORGS_GRPC_ADDRESS: `127.0.0.1:${auth.address().port}`,
    DEVELOPMENT_SETTINGS: 'all',
    SERVICE_SECRET: serviceSecret,
    IDENTITY_SECRET: 'identity secret of the crash test',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });
  database = createDatabase({ url: databaseUrl, name: 'test', logger: silentLogger });
});
afterAll(async () => {
  await billing.stop();
  await database.close();
  await auth.stop?.();
  await redis.stop();
  await testDatabase.drop();
  await stripe.stop();
});

/** A wallet without credit whose rule wants 25 USD. */
async function addRule(): Promise<string> {
  const walletId = `user_${makeUlid()}`;
  const topupId = `top_${makeUlid()}`;
  await database.query(
    `INSERT INTO topups (id, wallet_id, user_id, channel, provider, status, amount_cents, fee_cents,
       vat_cents, currency, fx_rate, total_minor, return_url, created_at, expires_at)
     VALUES ($1, $2, $2, 'card_usd', 'stripe', 'failed', 500, 50, 0, 'USD', '1', 550, '', now(),
       now())`,
    [topupId, walletId],
  );
  await database.query(
    `INSERT INTO payment_methods (id, wallet_id, provider, customer_id, external_id, brand, last4,
       expires_month, expires_year, user_id, topup_id, created_at)
     VALUES ($1, $2, 'stripe', $3, 'pm_1', 'visa', '4242', 12, 2031, $2, $4, now())`,
    [makeUlid(), walletId, `cus_${walletId}`, topupId],
  );
  await database.query(
    `INSERT INTO auto_topups (wallet_id, user_id, is_enabled, channel, threshold_cents,
       amount_cents, monthly_limit_cents, next_at, updated_at)
     VALUES ($1, $1, true, 'card_usd', 1000, 2500, 10000, now(), now())`,
    [walletId],
  );
  return walletId;
}

async function readBalance(walletId: string): Promise<bigint> {
  const { rows } = await database.query<{ balance_nanos: bigint }>(
    'SELECT balance_nanos FROM wallets WHERE id = $1',
    [walletId],
  );
  return rows[0]?.balance_nanos ?? 0n;
}

it('credits a payment once whose process was killed before it had the answer', async () => {
  stripe.lostReplies = 100;
  const walletId = await addRule();
  const listPayments = () => stripe.payments.filter(({ customer }) => customer.endsWith(walletId));
  await waitUntil(() => listPayments().length > 0, { timeoutMs: 30_000, what: 'the payment' });
  await billing.killAndStart();
  expect(await readBalance(walletId)).toBe(0n);

  stripe.lostReplies = 0;
  await database.query('UPDATE auto_topup_charges SET next_at = now() WHERE next_at IS NOT NULL');
  await waitUntil(async () => (await readBalance(walletId)) === 25_000_000_000n, {
    timeoutMs: 30_000,
    what: 'the credit',
  });
  expect(listPayments()).toHaveLength(1);
  expect((await verifyBook(database)).filter(({ breaches }) => breaches > 0)).toEqual([]);
});
