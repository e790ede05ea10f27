import { startFakeStripe, waitUntil, type FakeStripe } from '@tollgate/testing';
import { openAccount, readCredits, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { verifyLedger } from '../test/support/verify-ledger';

const gateway = getSharedGateway();
const hundredUsd = 100_000_000_000n;
let account: Account;
beforeEach(async () => {
  account = await openAccount(gateway, { creditUsd: 0 });
});
afterAll(async () => {
  expect(await verifyLedger(gateway)).toMatchObject({ exitCode: 0 });
});

const post = (path: string, body: object = {}, headers = {}): Promise<ApiAnswer> =>
  gateway.call(`/api/billing/${path}`, { cookie: account.cookie, body, headers });
const get = async (path: string): Promise<Json> =>
  (await gateway.call(`/api/billing/${path}`, { cookie: account.cookie })).json;
const operate = (path: string, body: object = {}): Promise<ApiAnswer> =>
  gateway.call(`/api/admin/${path}`, { bearer: gateway.credentials().adminToken, body });
const open = async (channel: string): Promise<Json> => {
  const answer = await post('topups', { amountUsd: 100, channel });
  expect(answer.status).toBe(201);
  return answer.json;
};
const available = async (): Promise<bigint> => (await readCredits(gateway, account.key)).available;

describe('a top-up', () => {
  it('that is simulated can be spent at once and stands in the statement', async () => {
    const { channels } = await get('channels');
    expect(channels.map(({ id }: Json) => id)).toEqual(
      expect.arrayContaining(['card_usd', 'bank_local', 'dev']),
    );
    const quote = await post('topups/quote', { amountUsd: 100, channel: 'dev' });
    expect(quote.json).toMatchObject({ feeUsd: 10, vatUsd: 0, totalUsd: 110 });
    const { id } = await open('dev');
    const paid = await post(`topups/${id}/simulate`);
    expect(paid.json).toMatchObject({ id, status: 'paid' });
    expect(await available()).toBe(hundredUsd);
    expect((await post(`topups/${id}/simulate`)).status).toBe(409);
    expect(await available()).toBe(hundredUsd);
    const { entries } = await get('ledger');
    expect(entries[0]).toMatchObject({ kind: 'topup', amountUsd: 100, balanceAfter: 100 });
    expect((await get('topups')).topups).toHaveLength(1);
  });

  it('by transfer is credited by an operator, who can refund it', async () => {
    const { id, totalLocal } = await open('bank_local');
    expect(totalLocal).toBe(1_876_875);
    const asCustomer = { cookie: account.cookie, body: {} };
    const own = await gateway.call(`/api/admin/topups/${id}/confirm`, asCustomer);
    expect(own.status).toBe(403);
    expect(await available()).toBe(0n);
    expect((await operate(`topups/${id}/confirm`)).json).toMatchObject({ status: 'paid' });
    expect(await available()).toBe(hundredUsd);
    expect((await operate(`topups/${id}/confirm`)).status).toBe(409);
    expect((await operate(`topups/${id}/refund`, { reason: 'asked' })).status).toBe(200);
    expect(await available()).toBe(0n);
    const listRefunds = async (): Promise<Json[]> =>
      (await gateway.operate('/api/admin/audit-log?limit=200&action=admin.topup.refund')).items;
    await waitUntil(async () => (await listRefunds()).some(({ target }) => target.id === id), {
      timeoutMs: 30_000,
      what: 'the refund in the audit log',
    });
  });

  it('with an Idempotency-Key is opened once', async () => {
    const body = { amountUsd: 100, channel: 'dev' };
    const headers = { 'idempotency-key': 'e2e-1' };
    const [first, second] = [
      await post('topups', body, headers),
      await post('topups', body, headers),
    ];
    expect(second.text).toBe(first.text);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await post('topups', { ...body, amountUsd: 5 }, headers)).status).toBe(409);
    expect((await get('topups')).topups).toHaveLength(1);
  });

  it('needs a session', async () => {
    const call = { bearer: account.key, body: { amountUsd: 100, channel: 'dev' } };
    expect((await gateway.call('/api/billing/topups', call)).status).toBe(403);
    expect((await gateway.call('/api/billing/topups', { body: {} })).status).toBe(401);
  });
});

describe('a card payment', () => {
  let stripe: FakeStripe;
  beforeAll(async () => {
    stripe = await startFakeStripe(Number(process.env['TEST_STRIPE_PORT']));
  });
  afterAll(() => stripe.stop());

  const deliver = ({ body, signature }: { body: string; signature: string }): Promise<ApiAnswer> =>
    gateway.call('/api/billing/webhooks/stripe', {
      body,
      headers: { 'stripe-signature': signature },
    });

  it('is credited once by a webhook that passes the edge byte for byte', async () => {
    const { checkoutUrl } = await open('card_usd');
    const session = [...stripe.sessions.values()].at(-1);
    expect(session?.['url']).toBe(checkoutUrl);
    const paid = { ...session, payment_status: 'paid' };
    const event = stripe.makeEvent('checkout.session.completed', paid);
    expect((await deliver({ ...event, signature: 't=1,v1=00' })).status).toBe(400);
    expect((await deliver({ ...event, body: JSON.stringify(JSON.parse(event.body)) })).status).toBe(
      400,
    );
    expect(await available()).toBe(0n);
    const answers = await Promise.all(Array.from({ length: 10 }, () => deliver(event)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers[0]?.json).toEqual({ received: true });
    expect(await available()).toBe(hundredUsd);
  });
});
