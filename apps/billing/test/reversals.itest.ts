import { startFakeStripe, waitUntil, type FakeSession, type FakeStripe } from '@tollgate/testing';
import { verifyBook } from '../src/verify/verify-book';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

type Caller = ReturnType<typeof aCustomer>['caller'];

let stripe: FakeStripe;
let billing: BillingUnderTest;
beforeAll(async () => {
  stripe = await startFakeStripe();
  billing = await startBilling({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: 'whsec_new',
    STRIPE_WEBHOOK_SECRET_PREVIOUS: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });
});
afterEach(async () => {
  const broken = (await verifyBook(billing.sql)).filter(({ breaches }) => breaches > 0);
  expect(broken).toEqual([]);
});
afterAll(async () => {
  await billing.stop();
  await stripe.stop();
});

const deliver = (type: string, object: Record<string, unknown>, secret?: string) => {
  const { body, signature } = stripe.makeEvent(type, object, secret ? { secret } : {});
  return billing
    .send('post', '/api/billing/webhooks/stripe')
    .set('content-type', 'application/json')
    .set('stripe-signature', signature)
    .send(body);
};
const openTopup = (caller: Caller) =>
  billing.send('post', '/api/billing/topups', caller).send({ amountUsd: 100, channel: 'card_usd' });

interface PaidTopup {
  readonly id: string;
  readonly userId: string;
  readonly caller: Caller;
  readonly session: FakeSession;
}

async function payTopup(): Promise<PaidTopup> {
  const { caller, userId } = aCustomer();
  const answer = await openTopup(caller);
  expect(answer.status).toBe(201);
  const session = [...stripe.sessions.values()].at(-1);
  if (session === undefined) throw new Error('no checkout was opened');
  await deliver('checkout.session.completed', { ...session, payment_status: 'paid' });
  expect(await readBalance(userId)).toBe(100_000_000_000n);
  return { id: (answer.body as { id: string }).id, userId, caller, session };
}

/** Of the wallet in the book. */
async function readBalance(walletId: string): Promise<bigint> {
  const { rows } = await billing.sql.query<{ balance_nanos: bigint }>(
    'SELECT balance_nanos FROM wallets WHERE id = $1',
    [walletId],
  );
  return rows[0]?.balance_nanos ?? 0n;
}

const aDispute = ({ session }: PaidTopup, changes: Record<string, unknown> = {}) => ({
  id: `dp_${session.id}`,
  object: 'dispute',
  amount: session.amount_total,
  charge: `ch_${session.id}`,
  currency: session.currency,
  metadata: {},
  payment_intent: session.payment_intent,
  reason: 'fraudulent',
  status: 'needs_response',
  ...changes,
});
const aRefundedCharge = ({ session }: PaidTopup, amountRefunded: number) => ({
  id: `ch_${session.id}`,
  object: 'charge',
  amount: session.amount_total,
  amount_refunded: amountRefunded,
  currency: session.currency,
  metadata: session['metadata'],
  payment_intent: session.payment_intent,
  refunded: amountRefunded === session.amount_total,
});

describe('a dispute', () => {
  it('takes the credit back once, below zero if it is spent, and is on record', async () => {
    const paid = await payTopup();
    const grant = { userId: paid.userId, amountUsd: -60, reason: 'spent' };
    expect((await billing.operate('post', '/api/admin/credits/grants').send(grant)).status).toBe(
      201,
    );
    const dispute = aDispute(paid);
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => deliver('charge.dispute.created', dispute)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readBalance(paid.userId)).toBe(-60_000_000_000n);
    expect((await billing.till.readWallet(paid.userId))?.postedNanos).toBe(-60_000_000_000n);

    const audit = () =>
      billing.auditEvents.filter(
        ({ action, target }) => action === 'topup.dispute' && target?.id === paid.id,
      );
    await waitUntil(() => audit().length > 0, { timeoutMs: 30_000 });
    expect(audit()).toHaveLength(1);
    const { body } = await billing.operate('get', '/api/admin/topups?limit=200');
    const shown = body.items.find(({ id }: { id: string }) => id === paid.id);
    expect(shown).toMatchObject({ status: 'paid', reversedLocal: paid.session.amount_total / 100 });
  });

  it('suspends further top-ups until an operator lifts that', async () => {
    const paid = await payTopup();
    await deliver('charge.dispute.created', aDispute(paid));
    const refused = await openTopup(paid.caller);
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toContain('suspended');

    const list = await billing.operate('get', '/api/admin/topup-suspensions?limit=200');
    expect(list.body.items).toContainEqual(
      expect.objectContaining({ walletId: paid.userId, topupId: paid.id }),
    );
    const path = `/api/admin/topup-suspensions/${paid.userId}/lift`;
    expect((await billing.operate('post', path).send({ reason: 'talked to them' })).status).toBe(
      200,
    );
    expect((await billing.operate('post', path).send({})).status).toBe(404);
    expect((await openTopup(paid.caller)).status).toBe(201);
  });

  it('that is won gives the credit back, once', async () => {
    const paid = await payTopup();
    await deliver('charge.dispute.created', aDispute(paid));
    expect(await readBalance(paid.userId)).toBe(0n);
    for (let time = 0; time < 2; time++)
      await deliver('charge.dispute.closed', aDispute(paid, { status: 'won' }));
    expect(await readBalance(paid.userId)).toBe(100_000_000_000n);
  });

  it('that is lost changes nothing more', async () => {
    const paid = await payTopup();
    await deliver('charge.dispute.created', aDispute(paid));
    await deliver('charge.dispute.closed', aDispute(paid, { status: 'lost' }));
    expect(await readBalance(paid.userId)).toBe(0n);
  });

  it('is delivered again when Stripe cannot tell which payment it is about', async () => {
    const paid = await payTopup();
    stripe.failures.push(500, 500, 500);
    expect((await deliver('charge.dispute.created', aDispute(paid))).status).toBe(502);
    stripe.failures.length = 0;
    expect(await readBalance(paid.userId)).toBe(100_000_000_000n);
    expect((await deliver('charge.dispute.created', aDispute(paid))).status).toBe(200);
    expect(await readBalance(paid.userId)).toBe(0n);
  });

  it('that is not signed is refused', async () => {
    const paid = await payTopup();
    const answer = await deliver('charge.dispute.created', aDispute(paid), 'guess');
    expect(answer.status).toBe(400);
    expect(await readBalance(paid.userId)).toBe(100_000_000_000n);
  });
});

describe('a refund made in the dashboard of Stripe', () => {
  it('takes back its share of the credit, and the rest with the rest', async () => {
    const paid = await payTopup();
    const total = paid.session.amount_total;
    const half = Math.floor(total / 2);
    await deliver('charge.refunded', aRefundedCharge(paid, half));
    const left = 100_000_000_000n - (100_000_000_000n * BigInt(half)) / BigInt(total);
    expect(await readBalance(paid.userId)).toBe(left);
    await deliver('charge.refunded', aRefundedCharge(paid, total));
    await deliver('charge.refunded', aRefundedCharge(paid, half));
    expect(await readBalance(paid.userId)).toBe(0n);
    expect((await openTopup(paid.caller)).status).toBe(403);
  });

  it('cannot be refunded by an operator as well', async () => {
    const paid = await payTopup();
    await deliver('charge.refunded', aRefundedCharge(paid, 100));
    const answer = await billing.operate('post', `/api/admin/topups/${paid.id}/refund`).send({});
    expect(answer.status).toBe(409);
  });

  it('that an operator asked for here is booked once', async () => {
    const paid = await payTopup();
    const refunded = await billing.operate('post', `/api/admin/topups/${paid.id}/refund`).send({});
    expect(refunded.status).toBe(200);
    await deliver('charge.refunded', aRefundedCharge(paid, paid.session.amount_total));
    expect(await readBalance(paid.userId)).toBe(0n);
    expect((await openTopup(paid.caller)).status).toBe(201);
  });
});
