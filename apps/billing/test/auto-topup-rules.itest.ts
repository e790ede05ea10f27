import { Secret } from '@tollgate/config';
import { recordAudit } from '@tollgate/event-log';
import { silentLogger } from '@tollgate/observability';
import { openTopupsUseCase } from '../src/auto-top-ups/open-topups';
import { createProviders } from '../src/payments/create-providers';
import { createMoneyStore } from '../src/shared/money-store';
import { findChannelUseCase } from '../src/top-ups/quote-topup';
import {
  autoTopupPath,
  startAutoTopupDesk,
  type AutoTopupDesk,
  type Caller,
} from './support/auto-topup-desk';
import { aCustomer } from './support/start-billing';

let desk: AutoTopupDesk;
beforeAll(async () => {
  desk = await startAutoTopupDesk();
});
afterAll(() => desk.stop());

/** As auth records the end of an account. */
function recordDeletion(userId: string): Promise<unknown> {
  return desk.billing.sql.withTransaction((sql) =>
    recordAudit(sql, {
      action: 'user.delete',
      actor: { type: 'user', id: userId, email: '' },
      target: { type: 'user', id: userId },
      ip: '',
      requestId: '',
    }),
  );
}

describe('a rule for automatic top-ups', () => {
  it.each([
    ['thresholdUsd', -1],
    ['thresholdUsd', 0],
    ['thresholdUsd', 10_000.01],
    ['thresholdUsd', 0.001],
    ['thresholdUsd', '10'],
    ['amountUsd', -25],
    ['amountUsd', 4.99],
    ['amountUsd', 10_001],
    ['amountUsd', 25.005],
    ['monthlyLimitUsd', 27.49],
    ['monthlyLimitUsd', -1],
    ['monthlyLimitUsd', 100_000.01],
    ['channel', 'bank_local'],
    ['channel', 'cash'],
    ['channel', ''],
    ['enabled', 'yes'],
    ['cardNumber', '4242424242424242'],
  ])('whose %s is %j is refused at that field', async (field, value) => {
    const answer = await desk.setRule(aCustomer().caller, { [field]: value });
    expect([answer.status, answer.body.error.param]).toEqual([400, field]);
  });

  it('begins one top-up when many instances see the low balance at the same moment', async () => {
    const payer = await desk.saveCard(aCustomer(), { amountUsd: 5 });
    const { sql } = desk.billing;
    const store = createMoneyStore(sql);
    const openTopups = openTopupsUseCase({
      store,
      findChannel: findChannelUseCase({
        channels: store.channels,
        providers: createProviders({
          stripe: {
            secretKey: new Secret(desk.stripe.secretKey),
            webhookSecrets: [],
            apiBase: desk.stripe.url,
          },
          isDevelopment: false,
        }),
      }),
      checkWalletOwner: async () => ({ isSuspended: false }),
      removeAutoTopup: async () => undefined,
      siteUrl: 'http://127.0.0.1',
      getNowMs: () => Date.now(),
      logger: silentLogger,
    });
    await desk.setRule(payer.caller);
    await Promise.all(Array.from({ length: 30 }, () => openTopups()));
    await desk.waitForBalance(payer.walletId, 30_000_000_000n);
    const { rows } = await sql.query<{ count: bigint }>(
      'SELECT count(*) FROM topups WHERE wallet_id = $1 AND is_automatic',
      [payer.walletId],
    );
    expect(rows).toEqual([{ count: 1n }]);
    expect(desk.listPayments(payer)).toHaveLength(1);
  });

  it('ends with its account, and so does the card', async () => {
    const payer = await desk.saveCard();
    await desk.setRule(payer.caller);
    await recordDeletion(payer.walletId);
    await desk.waitForState(payer.caller, 'off');
    expect(await desk.readRule(payer.caller)).toMatchObject({ channel: null, paymentMethod: null });
  });

  it('of an organization stays when the admin who saved the card deletes the account', async () => {
    const orgId = desk.billing.orgs.addOrg();
    const [admin, other] = [aCustomer(), aCustomer()];
    desk.billing.orgs.addMember(orgId, admin.userId, 'org_admin');
    desk.billing.orgs.addMember(orgId, other.userId, 'org_admin');
    const payer = await desk.saveCard(admin, { orgId });
    const query = `?orgId=${orgId}`;
    await desk.setRule(admin.caller, {}, query);
    // The card of the account itself is deleted: it shows that billing has seen the event.
    await desk.saveCard(admin);
    await desk.setRule(admin.caller);
    await recordDeletion(admin.userId);
    await desk.waitForState(admin.caller, 'off');
    desk.billing.unknownUsers.add(admin.userId);
    expect(await desk.readRule(other.caller, query)).toMatchObject({
      state: 'active',
      paymentMethod: { last4: '4242' },
    });
    await desk.spend(orgId, 15_000_000_000n);
    await desk.waitForBalance(orgId, 30_000_000_000n);
    expect(desk.listPayments(payer)).toHaveLength(1);
  });

  it('is refused for a wallet that is invoiced', async () => {
    const payer = await desk.saveCard();
    await desk.billing.sql.query('UPDATE wallets SET credit_line_nanos = 1 WHERE id = $1', [
      payer.walletId,
    ]);
    expect((await desk.setRule(payer.caller)).status).toBe(409);
    await desk.billing.sql.query('UPDATE wallets SET credit_line_nanos = 0 WHERE id = $1', [
      payer.walletId,
    ]);
  });

  it('can be turned off as it is after its channel was closed', async () => {
    const payer = await desk.saveCard();
    const channel = { provider: 'stripe', currency: 'USD', localCurrency: false, fxRate: '1' };
    const setChannel = (enabled: boolean) =>
      desk.billing.operate('put', '/api/admin/channels/card_two').send({ ...channel, enabled });
    expect((await setChannel(true)).status).toBe(200);
    expect((await desk.setRule(payer.caller, { channel: 'card_two' })).status).toBe(200);
    await setChannel(false);
    const off = { channel: 'card_two', enabled: false };
    expect((await desk.setRule(payer.caller, { ...off, amountUsd: 26 })).status).toBe(400);
    expect((await desk.setRule(payer.caller, off)).body).toMatchObject({
      state: 'off',
      totalUsd: null,
    });
  });

  it('cannot use a bank transfer, which saves no payment method', async () => {
    const body = { amountUsd: 20, channel: 'bank_local', savePaymentMethod: true };
    const answer = await desk.billing
      .send('post', '/api/billing/topups', aCustomer().caller)
      .send(body);
    expect([answer.status, answer.body.error.param]).toEqual([400, 'savePaymentMethod']);
  });

  it('is another for every wallet and needs a caller with one', async () => {
    expect((await desk.billing.send('get', autoTopupPath)).status).toBe(401);
    const student: Caller = { ...aCustomer().caller, kind: 'institution_session' };
    expect((await desk.billing.send('get', autoTopupPath, student)).status).toBe(403);
  });
});
