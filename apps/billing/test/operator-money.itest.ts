import { makeUlid } from '@tollgate/ids';
import { waitUntil } from '@tollgate/testing';
import { verifyBook } from '../src/verify/verify-book';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

let billing: BillingUnderTest;
beforeAll(async () => {
  billing = await startBilling({}, { jobIntervalMsMax: 200 });
});
afterAll(async () => {
  const broken = (await verifyBook(billing.sql)).filter(({ breaches }) => breaches > 0);
  await billing.stop();
  expect(broken).toEqual([]);
});

async function readBalance(walletId: string): Promise<bigint> {
  const { rows } = await billing.sql.query<{ balance_nanos: bigint }>(
    'SELECT balance_nanos FROM wallets WHERE id = $1',
    [walletId],
  );
  return rows[0]?.balance_nanos ?? 0n;
}
const grant = (body: object) =>
  billing.operate('post', '/api/admin/credits/grants').send({ reason: 'test', ...body });
async function openTransfer(customer = aCustomer()) {
  const answer = await billing
    .send('post', '/api/billing/topups', customer.caller)
    .send({ amountUsd: 100, channel: 'bank_local' });
  return { ...customer, id: answer.body.id as string };
}
const decide = (id: string, what: 'confirm' | 'reject' | 'refund', body = {}) =>
  billing.operate('post', `/api/admin/topups/${id}/${what}`).send(body);

describe('without PAYMENTS_DEV and Stripe', () => {
  it('only transfers are offered, and nothing can be simulated', async () => {
    const { caller, id } = await openTransfer();
    const { body } = await billing.send('get', '/api/billing/channels', caller);
    expect(body.channels.map((channel: { id: string }) => channel.id)).toEqual(['bank_local']);
    const simulate = await billing.send('post', `/api/billing/topups/${id}/simulate`, caller);
    const webhook = await billing.send('post', '/api/billing/webhooks/stripe').send('{}');
    expect([simulate.status, webhook.status]).toEqual([404, 404]);
  });
});

describe('a transfer', () => {
  it('is credited when an operator confirms it, once and on record', async () => {
    const { id, userId } = await openTransfer();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => decide(id, 'confirm', { reason: 'seen' })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ]);
    expect(await readBalance(userId)).toBe(100_000_000_000n);
    const { rows } = await billing.sql.query<{ to_account: string; amount_nanos: bigint }>(
      'SELECT to_account, amount_nanos FROM transfers WHERE reference = $1 ORDER BY leg',
      [id],
    );
    expect(rows.map(({ to_account }) => to_account)).toEqual([`wallet:${userId}`, 'fees', 'vat']);
    const findEntries = () => billing.auditEvents.filter((event) => event.target?.id === id);
    await waitUntil(() => findEntries().length > 0, { timeoutMs: 30_000 });
    expect(findEntries()).toHaveLength(1);
    expect(findEntries()[0]).toMatchObject({
      action: 'admin.topup.confirm',
      beforeJson: '{"status":"pending"}',
      afterJson: expect.stringContaining('"reason":"seen"'),
    });
  });

  it('that is rejected has failed for good', async () => {
    const { caller, id, userId } = await openTransfer();
    expect((await decide(id, 'reject')).body.status).toBe('failed');
    expect((await decide(id, 'confirm')).status).toBe(409);
    expect((await decide(id, 'refund')).status).toBe(409);
    const { body } = await billing.send('get', `/api/billing/topups/${id}`, caller);
    expect(body.status).toBe('failed');
    expect(await readBalance(userId)).toBe(0n);
  });

  it('is refunded while its credit is there', async () => {
    const { id, userId } = await openTransfer();
    await decide(id, 'confirm');
    expect((await decide(id, 'refund')).body).toMatchObject({
      status: 'refunded',
      refundSentAt: expect.any(String),
    });
    expect(await readBalance(userId)).toBe(0n);
  });

  it('is not refunded when its credit is spent or held by running calls', async () => {
    const { id, userId } = await openTransfer();
    await decide(id, 'confirm');
    // Not in the till before: a refund loads it.
    const answer = await grant({ userId, amountUsd: -0.01 });
    expect(answer.status).toBe(201);
    const spent = await decide(id, 'refund');
    expect(spent.status).toBe(409);
    expect(spent.body.error.metadata.available).toBe(99.99);
    await grant({ userId, amountUsd: 0.01 });
    const holdId = makeUlid();
    const hold = { walletId: userId, holdId, instance: 'relay-1', amountNanos: 1n, floorNanos: 1n };
    await billing.till.admit({ ...hold, limits: [] });
    expect((await decide(id, 'refund')).status).toBe(409);
    await billing.till.release(userId, holdId);
    const refunds = await Promise.all([decide(id, 'refund'), decide(id, 'refund')]);
    expect(refunds.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await readBalance(userId)).toBe(0n);
    expect(await billing.till.listHolds(userId)).toEqual([]);
  });

  it('is credited while the till is away, but nothing leaves the wallet', async () => {
    const { id, userId } = await openTransfer();
    await billing.redis.call('CLIENT', 'PAUSE', '10000', 'ALL');
    expect((await decide(id, 'confirm')).body.status).toBe('paid');
    const refund = await decide(id, 'refund');
    const taken = await grant({ userId, amountUsd: -1 });
    expect([refund.status, taken.status]).toEqual([503, 503]);
    expect(await readBalance(userId)).toBe(100_000_000_000n);
    const refundLater = async (): Promise<boolean> => (await decide(id, 'refund')).status === 200;
    await waitUntil(refundLater, { timeoutMs: 30_000, pollMs: 500, what: 'the till' });
    expect(await readBalance(userId)).toBe(0n);
    await waitUntil(async () => (await billing.till.listHolds(userId)).length === 0, {
      timeoutMs: 30_000,
    });
  });

  it('is decided by operators alone', async () => {
    const { caller, id } = await openTransfer();
    for (const path of [`topups/${id}/confirm`, `topups/${id}/refund`]) {
      expect((await billing.send('post', `/api/admin/${path}`, caller)).status).toBe(403);
    }
    const list = await billing.send('get', '/api/admin/topups', caller);
    const channels = await billing.send('get', '/api/admin/channels', caller);
    const channel = await billing.send('put', '/api/admin/channels/bank_local', caller).send({});
    expect([list.status, channels.status, channel.status]).toEqual([403, 403, 403]);
    expect((await decide('top_x', 'confirm')).status).toBe(404);
    expect((await decide(id, 'confirm', { amountUsd: 5 })).status).toBe(400);
  });
});

describe('a grant', () => {
  it('with an Idempotency-Key is given once', async () => {
    const { userId } = aCustomer();
    const give = () => grant({ userId, amountUsd: 5 }).set('Idempotency-Key', userId);
    const [first, second] = [await give(), await give()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await readBalance(userId)).toBe(5_000_000_000n);
  });

  it('is not booked twice when the process died after booking it', async () => {
    const { userId } = aCustomer();
    const give = () => grant({ userId, amountUsd: 5 }).set('Idempotency-Key', userId);
    const first = await give();
    await billing.sql.query(
      `UPDATE idempotency_keys SET status = NULL, claimed_at = now() - interval '2 minutes'
        WHERE key = $1`,
      [userId],
    );
    expect((await give()).body).toEqual(first.body);
    expect(await readBalance(userId)).toBe(5_000_000_000n);
  });

  it('is refused when there is no such user', async () => {
    const { userId } = aCustomer();
    billing.unknownUsers.add(userId);
    expect((await grant({ userId, amountUsd: 5 })).status).toBe(404);
    const orgId = userId.replace('user', 'org');
    expect((await grant({ orgId, amountUsd: 5 })).status).toBe(404);
    expect(await readBalance(userId)).toBe(0n);
  });

  it('that takes back more than there is is refused', async () => {
    const { userId } = aCustomer();
    await grant({ userId, amountUsd: 5 });
    const answer = await grant({ userId, amountUsd: -5.000000001 });
    expect(answer.status).toBe(409);
    expect((await grant({ userId, amountUsd: -5 })).body).toMatchObject({
      kind: 'adjust',
      amountUsd: -5,
    });
    expect(await readBalance(userId)).toBe(0n);
  });

  it.each([
    [{ expiresAt: 'tomorrow' }],
    [{ expiresAt: '2020-01-01T00:00:00Z' }],
    [{ expiresAt: '999999-01-01T00:00:00Z' }],
    [{ expiresAt: 1_900_000_000 }],
    [{ amountUsd: -1, expiresAt: '2999-01-01T00:00:00Z' }],
    [{ amountUsd: 0 }],
    [{ amountUsd: '5' }],
    [{ balance: 5 }],
  ])('with %j is refused', async (change) => {
    const { userId } = aCustomer();
    expect((await grant({ userId, amountUsd: 5, ...change })).status).toBe(400);
  });

  it('that expires is reduced by what is left of it, and no more', async () => {
    const { userId } = aCustomer();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { body } = await grant({ userId, amountUsd: 25, expiresAt });
    expect(body).toMatchObject({ expiresAt, expiredUsd: null });
    await grant({ userId, amountUsd: 7 });
    await billing.sql.query('UPDATE grants SET expires_at = now() WHERE id = $1', [body.id]);
    await waitUntil(async () => (await readBalance(userId)) === 7_000_000_000n, {
      timeoutMs: 30_000,
    });
    const list = await billing.operate('get', '/api/admin/credits/grants?limit=200');
    expect(list.body.items.find((item: { id: string }) => item.id === body.id)).toMatchObject({
      expiredUsd: 25,
    });
    const { rows } = await billing.sql.query(
      "SELECT kind, reason FROM transfers WHERE reference = $1 AND kind = 'adjust'",
      [body.id],
    );
    expect(rows).toEqual([{ kind: 'adjust', reason: 'grant expired' }]);
  });

  it('is listed for its owner with what is left until it expires', async () => {
    const { caller, userId } = aCustomer();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    await grant({ userId, amountUsd: 5, reason: 'forever' });
    await grant({ userId, amountUsd: 25, reason: 'for an hour', expiresAt });
    await grant({ userId, amountUsd: -10, reason: 'a mistake' });
    const list = (query: string, reader = caller) =>
      billing.send('get', `/api/billing/grants${query}`, reader);
    const { body } = await list('');
    expect(body.items).toMatchObject([
      { reason: 'a mistake', amountUsd: -10, expiresAt: null, leftUsd: null, expiredUsd: null },
      // Never more than the balance.
      { reason: 'for an hour', amountUsd: 25, leftUsd: 20, expiredUsd: null },
      { reason: 'forever', amountUsd: 5, expiresAt: null, leftUsd: null },
    ]);
    const { body: first } = await list('?limit=2');
    const { body: rest } = await list(`?limit=2&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items]).toEqual(body.items);
    expect((await list('', aCustomer().caller)).body).toEqual({ items: [], nextCursor: null });
    const foreign = await list('?orgId=org_nothing');
    expect(foreign.status).toBe(404);
  });

  it('cannot be given while auth is away', async () => {
    await billing.stopAuth();
    const answer = await grant({ userId: aCustomer().userId, amountUsd: 5 });
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
  });
});
