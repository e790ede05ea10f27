import { startFakeStripe, waitUntil, type FakeSession, type FakeStripe } from '@tollgate/testing';
import { verifyBook } from '../src/verify/verify-book';
import { aCustomer, startBilling, type BillingUnderTest } from './support/start-billing';

type Caller = ReturnType<typeof aCustomer>['caller'];

let stripe: FakeStripe;
let billing: BillingUnderTest;
beforeAll(async () => {
  stripe = await startFakeStripe();
  const settings = {
    PAYMENTS_DEV: '1',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  };
  billing = await startBilling(settings, { jobIntervalMsMax: 200 });
});
afterAll(async () => {
  const broken = (await verifyBook(billing.sql)).filter(({ breaches }) => breaches > 0);
  await billing.stop();
  await stripe.stop();
  expect(broken).toEqual([]);
});

async function open(caller: Caller, channel: string, amountUsd = 100) {
  const answer = await billing
    .send('post', '/api/billing/topups', caller)
    .send({ amountUsd, channel });
  if (answer.status !== 201) throw new Error(`top-up: ${answer.status} ${answer.text}`);
  return answer.body as { id: string; checkoutUrl: string };
}
async function readBalance(walletId: string): Promise<bigint> {
  const { rows } = await billing.sql.query<{ balance_nanos: bigint }>(
    'SELECT balance_nanos FROM wallets WHERE id = $1',
    [walletId],
  );
  return rows[0]?.balance_nanos ?? 0n;
}
const read = async (caller: Caller, id: string) =>
  (await billing.send('get', `/api/billing/topups/${id}`, caller)).body;
const deliver = ({ body, signature }: { body: string; signature: string }) =>
  billing
    .send('post', '/api/billing/webhooks/stripe')
    .set('content-type', 'application/json')
    .set('stripe-signature', signature)
    .send(body);

describe('channels', () => {
  it('are those that are set up', async () => {
    const answer = await billing.send('get', '/api/billing/channels', aCustomer().caller);
    expect(answer.body.channels).toEqual(
      expect.arrayContaining([
        {
          id: 'card_usd',
          provider: 'stripe',
          currency: 'USD',
          localCurrency: false,
          minUsd: 5,
          maxUsd: 10_000,
        },
        expect.objectContaining({ id: 'bank_local', provider: 'manual', currency: 'IDR' }),
        expect.objectContaining({ id: 'dev', provider: 'dev' }),
      ]),
    );
  });

  it('can be set by an operator, in force at once and on record', async () => {
    const body = {
      provider: 'manual',
      currency: 'EUR',
      localCurrency: true,
      fxRate: '0.92',
      minUsd: 10,
      maxUsd: 50,
      enabled: true,
    };
    const answer = await billing.operate('put', '/api/admin/channels/bank_eur').send(body);
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: 'bank_eur', ...body, transferTo: '' },
    ]);
    const { caller } = aCustomer();
    const quote = { amountUsd: 20, channel: 'bank_eur' };
    const quoted = await billing.send('post', '/api/billing/topups/quote', caller).send(quote);
    expect(quoted.body).toMatchObject({ totalUsd: 23.1, fxRate: 0.92, totalLocal: 21.26 });
    const off = { ...body, enabled: false };
    await billing.operate('put', '/api/admin/channels/bank_eur').send(off);
    const refused = await billing.send('post', '/api/billing/topups/quote', caller).send(quote);
    expect(refused.status).toBe(400);
    await waitUntil(() => billing.auditEvents.some((event) => event.target?.id === 'bank_eur'), {
      timeoutMs: 30_000,
    });
    const changes = billing.auditEvents.filter((event) => event.target?.id === 'bank_eur');
    expect(changes.map(({ action }) => action)).toContain('admin.channel.update');
  });

  it('are listed for operators with their settings, closed ones too', async () => {
    const settings = { provider: 'manual', currency: 'CHF', localCurrency: false, fxRate: '0.88' };
    const closed = { ...settings, minUsd: 10, maxUsd: 50, enabled: false, transferTo: 'Bank 1' };
    await billing.operate('put', '/api/admin/channels/bank_chf').send(closed);
    const answer = await billing.operate('get', '/api/admin/channels');
    expect(answer.status).toBe(200);
    expect(answer.body.items).toEqual(
      expect.arrayContaining([
        { id: 'bank_chf', ...closed, providerSetUp: true },
        expect.objectContaining({ id: 'card_usd', enabled: true, providerSetUp: true }),
      ]),
    );
    const open = await billing.send('get', '/api/billing/channels', aCustomer().caller);
    const ids = (open.body.channels as { id: string }[]).map(({ id }) => id);
    expect(ids).not.toContain('bank_chf');
  });

  it.each([
    ['no id', 'Bad-Id', {}],
    ['an unknown field', 'bank_x', { secret: 1 }],
    ['an unknown provider', 'bank_x', { provider: 'paypal' }],
    ['no currency code', 'bank_x', { currency: 'euro' }],
    ['no rate', 'bank_x', { fxRate: undefined }],
    ['a rate of zero', 'bank_x', { fxRate: '0' }],
    ['a negative rate', 'bank_x', { fxRate: '-1' }],
    ['a rate that is a number', 'bank_x', { fxRate: 0.9 }],
    ['a minimum below 5', 'bank_x', { minUsd: 1 }],
    ['a maximum above 10,000', 'bank_x', { maxUsd: 10_001 }],
    ['a minimum above the maximum', 'bank_x', { minUsd: 30, maxUsd: 20 }],
    ['dinars by card', 'bank_x', { provider: 'stripe', currency: 'KWD' }],
  ])('with %s are refused', async (_what, id, change) => {
    const body = { provider: 'manual', currency: 'EUR', localCurrency: false, fxRate: '0.9' };
    const answer = await billing
      .operate('put', `/api/admin/channels/${id}`)
      .send({ ...body, ...change });
    expect(answer.status).toBe(400);
  });
});

describe('a top-up', () => {
  it('by bank transfer shows what to pay and where', async () => {
    const { caller } = aCustomer();
    const { id } = await open(caller, 'bank_local');
    expect(await read(caller, id)).toEqual({
      id,
      status: 'pending',
      channel: 'bank_local',
      provider: 'manual',
      amountUsd: 100,
      feeUsd: 10,
      vatUsd: 5.5,
      totalUsd: 115.5,
      currency: 'IDR',
      fxRate: 16_250,
      totalLocal: 1_876_875,
      automatic: false,
      checkoutUrl: null,
      instructions: expect.stringMatching(
        new RegExp(`^Transfer 1876875 IDR to .* reference ${id}$`),
      ),
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
      paidAt: null,
      refundedAt: null,
    });
  });

  it.each([
    ['4.99', 'unsupported_param'],
    ['10000.01', 'unsupported_param'],
    ['5.001', 'unsupported_param'],
    ['-100', 'unsupported_param'],
    ['0', 'unsupported_param'],
    ['1e308', 'unsupported_param'],
    ['"100"', 400],
    ['null', 400],
    ['[100]', 400],
    ['true', 400],
    ['NaN', 400],
    ['1e999', 400],
  ])('of %s is refused', async (amount, code) => {
    const { caller, userId } = aCustomer();
    for (const path of ['/api/billing/topups', '/api/billing/topups/quote']) {
      const answer = await billing
        .send('post', path, caller)
        .set('content-type', 'application/json')
        .send(`{"amountUsd":${amount},"channel":"dev"}`);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.error.code).toBe(code);
    }
    expect(await readBalance(userId)).toBe(0n);
  });

  it.each([
    [{ channel: 'paypal' }, 400],
    [{ channel: '__proto__' }, 400],
    [{ channel: 7 }, 400],
    [{ extra: 1 }, 400],
    [{ orgId: 'org_01J9ZZZZZZZZZZZZZZZZZZZZZZ' }, 404],
    [{ returnUrl: 'https://evil.example/' }, 400],
    [{ returnUrl: 'javascript:alert(1)' }, 400],
    [{ returnUrl: 'http://127.0.0.1:8080@evil.example/' }, 400],
  ])('with %j is refused', async (change, status) => {
    const { caller } = aCustomer();
    const body = { amountUsd: 100, channel: 'dev', ...change };
    const answer = await billing.send('post', '/api/billing/topups', caller).send(body);
    expect(answer.status).toBe(status);
  });

  it('is its owner’s alone, and listed page by page', async () => {
    const [owner, stranger] = [aCustomer(), aCustomer()];
    const ids = [];
    for (let count = 0; count < 3; count++) ids.push((await open(owner.caller, 'dev')).id);
    const foreign = await billing.send('get', `/api/billing/topups/${ids[0]}`, stranger.caller);
    const unknown = await billing.send('get', '/api/billing/topups/top_x', stranger.caller);
    expect(foreign.status).toBe(404);
    expect(foreign.body.error.message).toBe(unknown.body.error.message);
    const path = `/api/billing/topups/${ids[0]}/simulate`;
    expect((await billing.send('post', path, stranger.caller)).status).toBe(404);
    const first = await billing.send('get', '/api/billing/topups?limit=2', owner.caller);
    const cursor = first.body.nextCursor as string;
    const rest = await billing.send('get', `/api/billing/topups?cursor=${cursor}`, owner.caller);
    const listed = [...first.body.topups, ...rest.body.topups].map(({ id }) => id);
    expect(listed).toEqual(ids.toReversed());
    expect(rest.body.nextCursor).toBeNull();
  });

  it('with an Idempotency-Key is opened once', async () => {
    const { caller } = aCustomer();
    const post = () =>
      billing
        .send('post', '/api/billing/topups', caller)
        .set('Idempotency-Key', 'once')
        .send({ amountUsd: 10, channel: 'card_usd' });
    const opened = stripe.sessions.size;
    const [first, second] = [await post(), await post()];
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(stripe.sessions.size).toBe(opened + 1);
  });

  it('is simulated in development, and credited once', async () => {
    const { caller, userId } = aCustomer();
    const { id } = await open(caller, 'dev', 12.34);
    const pay = () => billing.send('post', `/api/billing/topups/${id}/simulate`, caller);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay().then((a) => a.status)));
    expect(answers.toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409]);
    expect(await readBalance(userId)).toBe(12_340_000_000n);
    expect(await read(caller, id)).toMatchObject({ status: 'paid', paidAt: expect.any(String) });
  });

  it('adds its credit to the till', async () => {
    const { caller, userId } = aCustomer();
    await billing.till.load({
      walletId: userId,
      postedNanos: 0n,
      version: 0n,
      creditNanos: 0n,
      postedHoldIds: [],
      counters: [],
    });
    const { id } = await open(caller, 'dev', 5);
    await billing.send('post', `/api/billing/topups/${id}/simulate`, caller);
    expect(await billing.till.readWallet(userId)).toMatchObject({ postedNanos: 5_000_000_000n });
  });

  it('that is not paid expires, and cannot be paid any more', async () => {
    const { caller, userId } = aCustomer();
    const { id } = await open(caller, 'bank_local');
    await billing.sql.query("UPDATE topups SET expires_at = now() - interval '1 s' WHERE id = $1", [
      id,
    ]);
    await waitUntil(async () => (await read(caller, id)).status === 'expired', {
      timeoutMs: 30_000,
    });
    const confirm = await billing.operate('post', `/api/admin/topups/${id}/confirm`);
    const simulate = await billing.send('post', `/api/billing/topups/${id}/simulate`, caller);
    expect([confirm.status, simulate.status]).toEqual([409, 409]);
    expect(await readBalance(userId)).toBe(0n);
  });
});

describe('a card payment', () => {
  async function openCard(amountUsd = 100) {
    const customer = aCustomer();
    const topup = await open(customer.caller, 'card_usd', amountUsd);
    const session = [...stripe.sessions.values()].at(-1) as FakeSession;
    return { ...customer, ...topup, session };
  }
  const paid = (session: FakeSession, changes = {}) =>
    stripe.makeEvent('checkout.session.completed', {
      ...session,
      payment_status: 'paid',
      status: 'complete',
      ...changes,
    });

  it('is asked for line by line, and its address is Stripe’s', async () => {
    const { id, checkoutUrl, session } = await openCard();
    expect(checkoutUrl).toBe(session['url']);
    const { form, key } = stripe.calls.at(-1) ?? { form: new URLSearchParams() };
    expect(key).toBe(id);
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      client_reference_id: id,
      'metadata[topup_id]': id,
      'line_items[0][price_data][unit_amount]': '10000',
      'line_items[1][price_data][unit_amount]': '1000',
      'line_items[0][price_data][currency]': 'usd',
      success_url: `http://127.0.0.1:8080/billing?topup=${id}`,
    });
    expect(form.has('line_items[2][quantity]')).toBe(false);
  });

  it('is credited once although its webhook comes ten times', async () => {
    const { caller, id, session, userId } = await openCard();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => deliver(paid(session)).then(({ status }) => status)),
    );
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await readBalance(userId)).toBe(100_000_000_000n);
    expect((await read(caller, id)).status).toBe('paid');
    const { rows } = await billing.sql.query(
      'SELECT from_account, to_account, amount_nanos FROM transfers WHERE reference = $1',
      [id],
    );
    expect(rows).toEqual([
      {
        from_account: 'cash:card_usd',
        to_account: `wallet:${userId}`,
        amount_nanos: 100_000_000_000n,
      },
      { from_account: 'cash:card_usd', to_account: 'fees', amount_nanos: 10_000_000_000n },
    ]);
  });

  it.each([
    [['async_payment_succeeded', 'completed', 'expired', 'async_payment_failed'], 'paid'],
    [['completed', 'async_payment_succeeded', 'async_payment_succeeded'], 'paid'],
    [['async_payment_failed', 'completed'], 'failed'],
    [['expired', 'expired'], 'expired'],
  ])('whose notices come as %j is %s', async (types, status) => {
    const { caller, id, session, userId } = await openCard(50);
    for (const type of types) {
      // Of a delayed payment: completed says that the payer is done, not that there is money.
      const payment_status = type === 'async_payment_succeeded' ? 'paid' : 'unpaid';
      const event = stripe.makeEvent(`checkout.session.${type}`, { ...session, payment_status });
      expect((await deliver(event)).status).toBe(200);
    }
    expect((await read(caller, id)).status).toBe(status);
    expect(await readBalance(userId)).toBe(status === 'paid' ? 50_000_000_000n : 0n);
  });

  it.each([
    [{ amount_total: 10_999 }],
    [{ amount_total: 11_001 }],
    [{ amount_total: -11_000 }],
    [{ amount_total: '11000' }],
    [{ amount_total: null }],
    [{ currency: 'eur' }],
  ])('of %j instead of the quote credits nothing and is shown to operators', async (change) => {
    const { caller, id, session, userId } = await openCard();
    expect((await deliver(paid(session, change))).status).toBe(200);
    expect(await readBalance(userId)).toBe(0n);
    expect((await read(caller, id)).status).toBe('pending');
    const { body } = await billing.operate('get', '/api/admin/topups?status=pending');
    expect(body.items.find((item: { id: string }) => item.id === id)).toMatchObject({
      problem: expect.stringContaining('instead of 11000 USD'),
      walletId: userId,
    });
  });

  it('of another checkout or for an unknown top-up credits nothing', async () => {
    const { session, userId } = await openCard();
    for (const change of [
      { id: 'cs_test_other' },
      { metadata: { topup_id: 'top_x' } },
      { metadata: {}, client_reference_id: null },
    ]) {
      expect((await deliver(paid(session, change))).status).toBe(200);
    }
    expect(await readBalance(userId)).toBe(0n);
  });

  it.each([
    ['a wrong secret', { secret: 'whsec_other' }],
    ['a time of 301 seconds ago', { atSeconds: Math.floor(Date.now() / 1_000) - 301 }],
  ])('with %s is refused', async (_what, options) => {
    const { session, userId } = await openCard();
    const body = { ...session, payment_status: 'paid' };
    const event = stripe.makeEvent('checkout.session.completed', body, options);
    expect((await deliver(event)).status).toBe(400);
    expect(await readBalance(userId)).toBe(0n);
  });

  it('whose bytes were changed after signing is refused, and so is one without a signature', async () => {
    const { session, userId } = await openCard();
    const event = paid(session);
    const changed = await deliver({ ...event, body: `${event.body} ` });
    const unsigned = await billing.send('post', '/api/billing/webhooks/stripe').send(event.body);
    expect([changed.status, unsigned.status]).toEqual([400, 400]);
    expect(await readBalance(userId)).toBe(0n);
  });

  it('cannot be announced by providers that announce nothing', async () => {
    for (const provider of ['manual', 'dev', 'paypal', '__proto__']) {
      const answer = await billing.send('post', `/api/billing/webhooks/${provider}`).send('{}');
      expect(answer.status).toBe(404);
    }
  });

  it('cannot be confirmed by an operator', async () => {
    const { id } = await openCard();
    expect((await billing.operate('post', `/api/admin/topups/${id}/confirm`)).status).toBe(409);
  });

  it('that cannot be opened fails with an error', async () => {
    const { caller } = aCustomer();
    stripe.failures.push(500, 500, 500);
    const answer = await billing
      .send('post', '/api/billing/topups', caller)
      .send({ amountUsd: 10, channel: 'card_usd' });
    expect(answer.status).toBe(502);
    const { body } = await billing.send('get', '/api/billing/topups', caller);
    expect(body.topups[0].status).toBe('failed');
  });

  it('is refunded in full once its credit is there, and Stripe is called until it agrees', async () => {
    const { caller, id, session, userId } = await openCard();
    await deliver(paid(session));
    stripe.failures.push(500, 500, 500);
    const refund = () => billing.operate('post', `/api/admin/topups/${id}/refund`);
    const answer = await refund().send({ reason: 'asked' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 'refunded',
      refundSentAt: null,
      problem: expect.stringContaining('refund not sent'),
    });
    expect(await readBalance(userId)).toBe(0n);
    expect((await refund()).status).toBe(409);
    await billing.sql.query('UPDATE topups SET refund_next_at = now() WHERE id = $1', [id]);
    await waitUntil(() => stripe.refunds.length === 1, { timeoutMs: 40_000 });
    expect(stripe.refunds).toEqual([
      expect.objectContaining({ amount: 11_000, payment_intent: session.payment_intent }),
    ]);
    expect((await read(caller, id)).status).toBe('refunded');
    await deliver(paid(session));
    expect(await readBalance(userId)).toBe(0n);
  });
});
