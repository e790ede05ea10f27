import { waitUntil } from '@tollgate/testing';
import {
  autoTopupPath,
  startAutoTopupDesk,
  usd,
  waitForJobs,
  type AutoTopupDesk,
} from './support/auto-topup-desk';
import { aCustomer } from './support/start-billing';

let desk: AutoTopupDesk;
beforeAll(async () => {
  desk = await startAutoTopupDesk();
});
afterAll(() => desk.stop());

describe('an automatic top-up', () => {
  it('charges the card once when concurrent calls cross the threshold on two instances', async () => {
    const payer = await desk.saveCard();
    expect((await desk.setRule(payer.caller)).status).toBe(200);
    expect(await desk.readRule(payer.caller)).toMatchObject({
      state: 'active',
      totalUsd: 27.5,
      chargedThisMonthUsd: 0,
      paymentMethod: { brand: 'visa', last4: '4242', provider: 'stripe' },
      channels: [
        { id: 'card_usd', provider: 'stripe' },
        { id: 'dev', provider: 'dev' },
      ],
      tries: [],
    });
    await desk.spend(payer.walletId, usd / 2n, 30);
    await desk.waitForBalance(payer.walletId, 30n * usd);
    await desk.skipWaiting(payer.walletId);
    await waitForJobs();
    expect(desk.listPayments(payer)).toMatchObject([{ amount: 2_750, currency: 'usd' }]);
    expect(await desk.readRule(payer.caller)).toMatchObject({
      state: 'active',
      chargedThisMonthUsd: 27.5,
      tries: [{ status: 'paid', totalUsd: 27.5, failure: null }],
    });
    const { body } = await desk.billing.send('get', '/api/billing/topups', payer.caller);
    expect(body.topups).toMatchObject([{ automatic: true, amountUsd: 25 }, { automatic: false }]);
    const actions = () => desk.billing.auditEvents.filter(({ actor }) => actor?.type === 'system');
    const { id } = body.topups[0];
    await waitUntil(() => actions().some(({ target }) => target?.id === id), { timeoutMs: 30_000 });
  });

  it('whose answer was lost is credited once, by the second try and its webhook together', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    desk.stripe.lostReplies = 3;
    await desk.setRule(payer.caller);
    await waitUntil(() => desk.stripe.lostReplies === 0, { timeoutMs: 60_000 });
    expect(desk.listPayments(payer)).toHaveLength(1);
    expect(await desk.readBalance(payer.walletId)).toBe(5n * usd);
    const [payment] = desk.listPayments(payer);
    const isUnknown = (line: object) => JSON.stringify(line).includes('payment not known yet');
    await waitUntil(() => desk.billing.logs.lines().some(isUnknown), { timeoutMs: 30_000 });
    await desk.skipWaiting(payer.walletId);
    await Promise.all(
      Array.from({ length: 3 }, () => desk.deliver('payment_intent.succeeded', { ...payment })),
    );
    await desk.waitForBalance(payer.walletId, 30n * usd);
    await waitForJobs();
    expect(await desk.readBalance(payer.walletId)).toBe(30n * usd);
    expect(desk.listPayments(payer)).toHaveLength(1);
  });

  it('can be refunded by an operator like every top-up', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    await desk.setRule(payer.caller);
    await desk.waitForBalance(payer.walletId, 30n * usd);
    const { tries } = await desk.readRule(payer.caller);
    const id = tries[0].topupId;
    const answer = await desk.billing.operate('post', `/api/admin/topups/${id}/refund`).send({});
    expect([answer.status, answer.body.status]).toEqual([200, 'refunded']);
    expect(desk.stripe.refunds.at(-1)).toMatchObject({
      payment_intent: desk.listPayments(payer)[0]?.id,
    });
  });

  it('stops at the monthly limit, and its owner gets a mail', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    await desk.setRule(payer.caller, { monthlyLimitUsd: 54.99 });
    await desk.waitForBalance(payer.walletId, 30n * usd);
    await desk.spend(payer.walletId, 25n * usd);
    await desk.waitForBalance(payer.walletId, 5n * usd);
    await desk.skipWaiting(payer.walletId);
    expect((await desk.waitForMail(payer.walletId)).subject).toContain('monthly limit');
    expect(await desk.readRule(payer.caller)).toMatchObject({
      state: 'monthly_limit',
      chargedThisMonthUsd: 27.5,
    });
    await desk.setRule(payer.caller, { monthlyLimitUsd: 55 });
    await desk.skipWaiting(payer.walletId);
    await desk.waitForBalance(payer.walletId, 30n * usd);
    expect(desk.listPayments(payer)).toHaveLength(2);
  });

  it('of an organization is set by its admin and seen by its billing viewer', async () => {
    const orgId = desk.billing.orgs.addOrg();
    const [admin, viewer, member] = [aCustomer(), aCustomer(), aCustomer()];
    desk.billing.orgs.addMember(orgId, admin.userId, 'org_admin');
    desk.billing.orgs.addMember(orgId, viewer.userId, 'billing_viewer');
    desk.billing.orgs.addMember(orgId, member.userId, 'member');
    const payer = await desk.saveCard(admin, { amountUsd: 5, orgId });
    const query = `?orgId=${orgId}`;
    expect((await desk.setRule(viewer.caller, {}, query)).status).toBe(403);
    expect(
      (await desk.billing.send('delete', `${autoTopupPath}${query}`, viewer.caller)).status,
    ).toBe(403);
    expect((await desk.billing.send('get', `${autoTopupPath}${query}`, member.caller)).status).toBe(
      403,
    );
    expect(
      (await desk.billing.send('get', `${autoTopupPath}${query}`, aCustomer().caller)).status,
    ).toBe(404);
    expect((await desk.setRule(admin.caller, {}, query)).status).toBe(200);
    await desk.waitForBalance(orgId, 30n * usd);
    expect(await desk.readRule(viewer.caller, query)).toMatchObject({
      tries: [{ status: 'paid' }],
    });
    expect(await desk.readRule(admin.caller)).toMatchObject({ state: 'off', paymentMethod: null });
    expect(desk.listPayments(payer)).toHaveLength(1);
  });

  it('works with play money', async () => {
    const { caller, userId } = aCustomer();
    const body = { amountUsd: 5, channel: 'dev', savePaymentMethod: true };
    const opened = await desk.billing.send('post', '/api/billing/topups', caller).send(body);
    await desk.billing.send('post', `/api/billing/topups/${opened.body.id}/simulate`, caller);
    expect((await desk.setRule(caller, { channel: 'dev' })).status).toBe(200);
    await desk.waitForBalance(userId, 30n * usd);
  });
});

describe('a payment that fails', () => {
  it.each([
    ['card_declined', 'declined'],
    ['authentication_required', 'authentication_required'],
  ])('with %s pauses the rule, and its owner gets a mail', async (code, reason) => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    desk.stripe.declines.push(code);
    await desk.setRule(payer.caller);
    const paused = await desk.waitForState(payer.caller, 'paused');
    expect(paused).toMatchObject({
      enabled: true,
      pausedReason: reason,
      tries: [{ status: 'failed', failure: reason }],
    });
    const mail = await desk.waitForMail(payer.walletId);
    expect(mail.text).toContain('/billing');
    await desk.skipWaiting(payer.walletId);
    await waitForJobs();
    expect(desk.listPayments(payer)).toHaveLength(1);
    expect(await desk.readBalance(payer.walletId)).toBe(5n * usd);

    // Setting it again ends the pause, but not the time between two tries.
    const again = await desk.setRule(payer.caller);
    expect(again.body).toMatchObject({ state: 'active', pausedReason: null });
    expect(Date.parse(again.body.notBefore)).toBeGreaterThan(Date.now() + 60_000);
    await desk.skipWaiting(payer.walletId);
    await desk.waitForBalance(payer.walletId, 30n * usd);
  });

  it('as its webhook reports it pauses the rule as well', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    desk.stripe.declines.push('card_declined');
    desk.stripe.lostReplies = 3;
    await desk.setRule(payer.caller);
    await waitUntil(() => desk.stripe.lostReplies === 0, { timeoutMs: 60_000 });
    const [payment] = desk.listPayments(payer);
    await desk.deliver('payment_intent.payment_failed', { ...payment });
    const rule = await desk.readRule(payer.caller);
    expect(rule).toMatchObject({ state: 'paused', pausedReason: 'declined' });
  });
});

describe('no card is charged', () => {
  it('of a wallet whose payment was disputed', async () => {
    const payer = await desk.saveCard();
    await desk.setRule(payer.caller);
    await desk.deliver('charge.dispute.created', {
      id: `dp_${payer.session.id}`,
      object: 'dispute',
      amount: payer.session.amount_total,
      currency: payer.session.currency,
      metadata: {},
      payment_intent: payer.session.payment_intent,
      status: 'needs_response',
    });
    expect(await desk.readBalance(payer.walletId)).toBe(0n);
    await desk.skipWaiting(payer.walletId);
    await waitForJobs();
    expect(desk.listPayments(payer)).toEqual([]);
    expect(await desk.readRule(payer.caller)).toMatchObject({ state: 'suspended' });
    expect((await desk.setRule(payer.caller)).status).toBe(403);
  });

  it('after the rule was turned off, also when its first try got no answer', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    desk.stripe.failures.push(500, 500, 500);
    await desk.setRule(payer.caller);
    await waitUntil(() => desk.stripe.failures.length === 0, { timeoutMs: 60_000 });
    expect((await desk.setRule(payer.caller, { enabled: false })).body.state).toBe('off');
    await desk.skipWaiting(payer.walletId);
    await waitUntil(
      async () => (await desk.readRule(payer.caller)).tries[0].status === 'canceled',
      {
        timeoutMs: 30_000,
      },
    );
    expect(desk.listPayments(payer)).toEqual([]);
  });

  it('after it was deleted, and no late notice brings it back', async () => {
    const payer = await desk.saveCard();
    await desk.setRule(payer.caller);
    const deleted = await desk.billing.send('delete', autoTopupPath, payer.caller);
    expect([deleted.status, deleted.body]).toEqual([200, { deleted: true }]);
    expect((await desk.billing.send('delete', autoTopupPath, payer.caller)).status).toBe(404);
    await desk.deliver('checkout.session.completed', { ...payer.session, payment_status: 'paid' });
    expect(await desk.readRule(payer.caller)).toMatchObject({ state: 'off', paymentMethod: null });
    expect((await desk.setRule(payer.caller)).status).toBe(409);
    await desk.spend(payer.walletId, 15n * usd);
    await desk.waitForBalance(payer.walletId, 5n * usd);
    await waitUntil(() => desk.stripe.detached.includes(`pm_${payer.session.payment_intent}`), {
      timeoutMs: 60_000,
      what: 'Stripe to delete the card',
    });
    expect(desk.listPayments(payer)).toEqual([]);
  });

  it('of an account that was deleted', async () => {
    const payer = await desk.saveCard();
    await desk.setRule(payer.caller);
    desk.billing.unknownUsers.add(payer.walletId);
    await desk.spend(payer.walletId, 15n * usd);
    await desk.waitForState(payer.caller, 'off');
    expect(desk.listPayments(payer)).toEqual([]);
  });

  it('of an account that is suspended, before the suspension is lifted', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    desk.billing.suspendedUsers.add(payer.walletId);
    await desk.setRule(payer.caller);
    await waitForJobs();
    await desk.skipWaiting(payer.walletId);
    await waitForJobs();
    expect(desk.listPayments(payer)).toEqual([]);
    expect(await desk.readRule(payer.caller)).toMatchObject({ state: 'active', tries: [] });
    desk.billing.suspendedUsers.delete(payer.walletId);
    await desk.skipWaiting(payer.walletId);
    await desk.waitForBalance(payer.walletId, 30n * usd);
  });

  it('of an organization that is suspended', async () => {
    const { orgs } = desk.billing;
    const orgId = orgs.addOrg({ isSuspended: true });
    const admin = aCustomer();
    orgs.addMember(orgId, admin.userId, 'org_admin');
    const payer = await desk.saveCard(admin, { amountUsd: 5, orgId });
    const query = `?orgId=${orgId}`;
    expect((await desk.setRule(admin.caller, {}, query)).status).toBe(200);
    await waitForJobs();
    expect(desk.listPayments(payer)).toEqual([]);
    expect(await desk.readRule(admin.caller, query)).toMatchObject({ tries: [] });
  });

  it('of an account that was suspended after the first try got no answer', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    desk.stripe.failures.push(500, 500, 500);
    await desk.setRule(payer.caller);
    await waitUntil(() => desk.stripe.failures.length === 0, { timeoutMs: 60_000 });
    desk.billing.suspendedUsers.add(payer.walletId);
    await desk.skipWaiting(payer.walletId);
    await waitUntil(
      async () => (await desk.readRule(payer.caller)).tries[0].status === 'canceled',
      { timeoutMs: 30_000 },
    );
    expect(desk.listPayments(payer)).toEqual([]);
  });

  it('of a payer who did not agree to keep it', async () => {
    const { caller } = aCustomer();
    const body = { amountUsd: 20, channel: 'card_usd' };
    await desk.billing.send('post', '/api/billing/topups', caller).send(body);
    const session = desk.findLastSession();
    await desk.deliver('checkout.session.completed', { ...session, payment_status: 'paid' });
    expect(await desk.readRule(caller)).toMatchObject({ paymentMethod: null });
    const answer = await desk.setRule(caller);
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain('savePaymentMethod');
  });
});
