import { formatDay, getCalendarDay } from '../src/shared/calendar';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

let billing: BillingUnderTest;
beforeAll(async () => {
  billing = await startBilling({ PAYMENTS_DEV: '1' });
});
afterAll(() => billing.stop());

const readOverview = () => billing.operate('get', '/api/admin/overview');
const today = formatDay(getCalendarDay(Date.now()));

async function addUsage(day: string, model: string, spendNanos: bigint): Promise<void> {
  await billing.sql.query(
    `INSERT INTO usage_daily (wallet_id, day, key_id, model, app_name, user_id, team_id, member_id,
       spend_nanos, requests, errors, prompt_tokens, completion_tokens, cached_tokens,
       cache_savings_nanos)
     VALUES ('user_x', $1, 'key_x', $2, '', 'user_x', '', '', $3, 2, 0, 10, 5, 0, 0)`,
    [day, model, spendNanos],
  );
}

describe('GET /api/admin/overview', () => {
  it('shows the whole platform on one page', async () => {
    const { caller, userId } = aCustomer();
    await billing
      .operate('post', '/api/admin/credits/grants')
      .send({ userId, amountUsd: 3, reason: 'welcome' });
    const { body: paid } = await billing
      .send('post', '/api/billing/topups', caller)
      .send({ amountUsd: 20, channel: 'dev' });
    await billing.send('post', `/api/billing/topups/${paid.id as string}/simulate`, caller);
    await billing
      .send('post', '/api/billing/topups', caller)
      .send({ amountUsd: 50, channel: 'dev' });
    await addUsage(today, 'acme/cheap', 1_000_000n);
    await addUsage(today, 'acme/dear', 5_000_000_000n);
    await addUsage('2020-01-01', 'acme/old', 7_000_000_000n);

    const { body, status } = await readOverview();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      usage: {
        today: { spend: 5.001, requests: 4, tokens: 30 },
        yesterday: { spend: 0, requests: 0, tokens: 0 },
        thisHour: { spend: 0, requests: 0, tokens: 0 },
      },
      topModels: [{ model: 'acme/dear' }, { model: 'acme/cheap' }],
      credit: { wallets: 1, balanceUsd: 23, walletsBelowZero: 0 },
      topups: { pending: 1, withProblem: 0, paidTodayUsd: 20 },
      users: { total: 7, verified: 5, suspended: 1, createdLastDay: 2 },
      brake: { tripped: false },
    });
  });

  it('sums the book once for parallel requests', async () => {
    const before = await readOverview();
    await addUsage(today, 'acme/later', 1_000_000_000n);
    const after = await readOverview();
    expect(after.body.usage).toEqual(before.body.usage);
    expect(after.body.generatedAt).toBe(before.body.generatedAt);
  });

  it('goes on without the users while auth is away', async () => {
    await billing.stopAuth();
    const { body, status } = await readOverview();
    expect([status, body.users]).toEqual([200, null]);
    expect(body.credit.wallets).toBe(1);
  });

  it('is for operators only', async () => {
    const { caller } = aCustomer();
    const answer = await billing.send('get', '/api/admin/overview', caller);
    expect(answer.status).toBe(403);
  });
});
