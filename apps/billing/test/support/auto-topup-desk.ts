import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { topics, UsageRecorded } from '@tollgate/contracts';
import { createEventLog } from '@tollgate/event-log';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import {
  startFakeStripe,
  waitUntil,
  type FakePayment,
  type FakeSession,
  type FakeStripe,
} from '@tollgate/testing';
import type { Response, Test } from 'supertest';
import { verifyBook } from '../../src/verify/verify-book';
import { aUsageRecord } from './a-generation';
import { aCustomer, startBilling, type BillingUnderTest } from './start-billing';

export type Caller = ReturnType<typeof aCustomer>['caller'];

/** A wallet whose card is kept. */
export interface Payer {
  readonly walletId: string;
  readonly caller: Caller;
  readonly session: FakeSession;
  readonly customer: string;
}

export const usd = 1_000_000_000n;
export const autoTopupPath = '/api/billing/auto-topup';
export const aRule = {
  enabled: true,
  channel: 'card_usd',
  thresholdUsd: 10,
  amountUsd: 25,
  monthlyLimitUsd: 100,
};

/** Billing on two instances with a stand-in for Stripe, and what tests of rules need. */
export class AutoTopupDesk {
  readonly stripe: FakeStripe;
  readonly billing: BillingUnderTest;
  readonly #eventLog: ReturnType<typeof createEventLog>;

  constructor(stripe: FakeStripe, billing: BillingUnderTest) {
    this.stripe = stripe;
    this.billing = billing;
    const { eventLogUrl: databaseUrl } = billing;
    const settings = { adapter: 'postgres', databaseUrl, kafkaBrokers: [] } as const;
    this.#eventLog = createEventLog({ settings, clientId: 'relay', logger: silentLogger });
  }

  /** Fails when the book does not balance. */
  async stop(): Promise<void> {
    const broken = (await verifyBook(this.billing.sql)).filter(({ breaches }) => breaches > 0);
    await this.#eventLog.close();
    await this.billing.stop();
    await this.stripe.stop();
    expect(broken).toEqual([]);
  }

  /** A webhook as Stripe sends it. */
  deliver(type: string, object: Record<string, unknown>): Test {
    const { body, signature } = this.stripe.makeEvent(type, object);
    return this.billing
      .send('post', '/api/billing/webhooks/stripe')
      .set('content-type', 'application/json')
      .set('stripe-signature', signature)
      .send(body);
  }

  /** Pays a top-up by card and saves the card, for the caller or an organization. */
  async saveCard(
    { caller, userId } = aCustomer(),
    { amountUsd = 20, orgId }: { amountUsd?: number; orgId?: string } = {},
  ): Promise<Payer> {
    const body = { amountUsd, channel: 'card_usd', savePaymentMethod: true, orgId };
    const answer = await this.billing.send('post', '/api/billing/topups', caller).send(body);
    expect(answer.status).toBe(201);
    const session = this.findLastSession();
    const paid = { ...session, payment_status: 'paid' };
    expect((await this.deliver('checkout.session.completed', paid)).status).toBe(200);
    const customer = String(session['customer']);
    return { walletId: orgId ?? userId, caller, session, customer };
  }

  findLastSession(): FakeSession {
    const session = [...this.stripe.sessions.values()].at(-1);
    if (session === undefined) throw new Error('no checkout was opened');
    return session;
  }

  setRule(caller: Caller, changes: Record<string, unknown> = {}, query = ''): Test {
    return this.billing
      .send('put', `${autoTopupPath}${query}`, caller)
      .send({ ...aRule, ...changes });
  }

  async readRule(caller: Caller, query = ''): Promise<Response['body']> {
    return (await this.billing.send('get', `${autoTopupPath}${query}`, caller)).body;
  }

  listPayments({ customer }: Payer): FakePayment[] {
    return this.stripe.payments.filter((payment) => payment.customer === customer);
  }

  async readBalance(walletId: string): Promise<bigint> {
    const { rows } = await this.billing.sql.query<{ balance_nanos: bigint }>(
      'SELECT balance_nanos FROM wallets WHERE id = $1',
      [walletId],
    );
    return rows[0]?.balance_nanos ?? 0n;
  }

  waitForBalance(walletId: string, expected: bigint): Promise<unknown> {
    return waitUntil(async () => (await this.readBalance(walletId)) === expected, {
      timeoutMs: 40_000,
      what: `a balance of ${expected}`,
    });
  }

  /** Publishes calls as relays would, all at once. */
  spend(walletId: string, costNanos: bigint, calls = 1): Promise<unknown> {
    return Promise.all(
      Array.from({ length: calls }, () => {
        const record = aUsageRecord({ walletId, userId: walletId, costNanos });
        const payload = UsageRecorded.encode(record).finish();
        return this.#eventLog.publish(topics.usage, [{ id: makeUlid(), key: walletId, payload }]);
      }),
    );
  }

  /** Lets the pause between two charges be over, and what waits be tried now. */
  async skipWaiting(walletId: string): Promise<void> {
    const { sql } = this.billing;
    await sql.query('UPDATE auto_topups SET next_at = now() WHERE wallet_id = $1', [walletId]);
    await sql.query(
      `UPDATE auto_topup_charges SET next_at = now()
        WHERE wallet_id = $1 AND next_at IS NOT NULL`,
      [walletId],
    );
  }

  async waitForMail(walletId: string): Promise<{ subject: string; text: string }> {
    const { mailDirectory } = this.billing;
    const to = `${walletId.toLowerCase()}@example.com`;
    return waitUntil(
      async () => {
        const names = await readdir(mailDirectory).catch(() => []);
        for (const name of names.filter((each) => each.endsWith('.json'))) {
          const mail = JSON.parse(await readFile(join(mailDirectory, name), 'utf8'));
          if (mail.to === to && /automatic top-up/i.test(mail.text)) return mail;
        }
        return undefined;
      },
      { timeoutMs: 30_000, what: 'the mail' },
    );
  }

  waitForState(caller: Caller, state: string): Promise<Response['body']> {
    return waitUntil(
      async () => {
        const rule = await this.readRule(caller);
        return rule.state === state ? rule : undefined;
      },
      { timeoutMs: 30_000, what: `the state ${state}` },
    );
  }
}

const jobIntervalMsMax = 100;

/** Longer than several runs of the jobs in both instances. */
export const waitForJobs = (): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, 20 * jobIntervalMsMax));

export async function startAutoTopupDesk(): Promise<AutoTopupDesk> {
  const stripe = await startFakeStripe();
  const settings = {
    PAYMENTS_DEV: '1',
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  };
  const billing = await startBilling(settings, { jobIntervalMsMax });
  await billing.startAnother();
  return new AutoTopupDesk(stripe, billing);
}
