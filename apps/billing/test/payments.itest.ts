import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import { startFakeStripe, type FakeStripe } from '@tollgate/testing';
import { createProviders } from '../src/payments/create-providers';
import type { Channel } from '../src/top-ups/channel';
import type { PaymentProvider } from '../src/top-ups/payment-ports';
import { makeQuote } from '../src/top-ups/quote';
import type { Topup } from '../src/top-ups/topup';

let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await startFakeStripe();
});
afterAll(() => stripe.stop());

const ids = ['stripe', 'manual', 'dev'] as const;
function getProvider(id: (typeof ids)[number]): PaymentProvider {
  const settings = {
    secretKey: new Secret(stripe.secretKey),
    webhookSecrets: [new Secret('whsec_new'), new Secret(stripe.webhookSecret)],
    apiBase: stripe.url,
  };
  const provider = createProviders({ stripe: settings, isDevelopment: true }).get(id);
  if (provider === undefined) throw new Error(`${id} is not set up`);
  return provider;
}

const channel: Channel = {
  id: 'any',
  provider: 'manual',
  currency: 'IDR',
  localCurrency: true,
  fxRate: '16250.5',
  minCents: 500n,
  maxCents: 1_000_000n,
  isEnabled: true,
  transferTo: 'Bank 1',
};
const aTopup = (changes: Partial<Topup> = {}): Topup => ({
  id: `top_${makeUlid()}`,
  walletId: 'user_1',
  userId: 'user_1',
  channel: 'any',
  provider: 'manual',
  status: 'pending',
  quote: makeQuote(12_345n, channel),
  externalId: null,
  isAutomatic: false,
  savesMethod: false,
  checkoutUrl: null,
  instructions: null,
  returnUrl: 'http://127.0.0.1:8080/billing',
  problem: '',
  createdAtMs: Date.now(),
  expiresAtMs: Date.now() + 1_000,
  paidAtMs: null,
  refundedAtMs: null,
  refundSentAtMs: null,
  refundTries: 0,
  refundNextAtMs: null,
  reversedMinor: 0n,
  ...changes,
});

describe.each(ids)('the payment provider %s', (id) => {
  it('bears its name, waits for a while and takes dollars', () => {
    const provider = getProvider(id);
    expect(provider.id).toBe(id);
    expect(provider.pendingMs).toBeGreaterThan(60_000);
    expect(provider.takesCurrency('USD')).toBe(true);
  });

  it('answers with a payment page or instructions', async () => {
    const checkout = await getProvider(id).createCheckout({
      topup: aTopup(),
      transferTo: 'Bank 1',
    });
    expect(checkout.externalId).not.toBe('');
    expect(checkout.url ?? checkout.instructions).toEqual(expect.stringMatching(/.{10}/));
    if (checkout.url !== null) expect(new URL(checkout.url).protocol).toBe('https:');
  });

  it('opens one checkout for one top-up, and another for another', async () => {
    const provider = getProvider(id);
    const topup = aTopup();
    const open = async (wanted: Topup): Promise<string> =>
      (await provider.createCheckout({ topup: wanted, transferTo: '' })).externalId;
    expect(await open(topup)).toBe(await open(topup));
    expect(await open(topup)).not.toBe(await open(aTopup()));
  });

  it('believes no notice that it did not sign itself', async () => {
    const provider = getProvider(id);
    const secretless = stripe.makeEvent('checkout.session.completed', {}, { secret: 'guess' });
    const signatures = [undefined, '', 't=1,v1=', secretless.signature, 't=99999999999,v1=00'];
    const bodies = fc.oneof(
      fc.constant(secretless.body),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(bodies, fc.constantFrom(...signatures), async (body, signature) => {
        const headers = signature === undefined ? {} : { 'stripe-signature': signature };
        const caught = await provider.parseWebhook(headers, Buffer.from(body)).catch(AppError.from);
        expect(AppError.is(caught) && [400, 404].includes(caught.status)).toBe(true);
      }),
    );
  });

  it('gives money back, and the second time nothing more', async () => {
    const provider = getProvider(id);
    const topup = aTopup();
    const { externalId } = await provider.createCheckout({ topup, transferTo: '' });
    const paid = { ...topup, externalId };
    const refunds = stripe.refunds.length;
    await provider.refund(paid, topup.quote.totalMinor);
    await provider.refund(paid, topup.quote.totalMinor);
    const sent = stripe.refunds.slice(refunds);
    expect(sent.length).toBeLessThanOrEqual(1);
    if (id === 'stripe') expect(sent[0]?.['amount']).toBe(Number(topup.quote.totalMinor));
  });
});

describe.each(['stripe', 'dev'] as const)('a payment method saved with %s', (id) => {
  const save = async () => {
    const provider = getProvider(id);
    const topup = aTopup({ savesMethod: true });
    const { externalId } = await provider.createCheckout({ topup, transferTo: '' });
    const paymentId = stripe.sessions.get(externalId)?.payment_intent ?? externalId;
    const method = await provider.savedMethods?.find(paymentId);
    if (!provider.savedMethods || !method) throw new Error('it was not saved');
    return { saved: provider.savedMethods, method };
  };

  it('pays a top-up once, however often it is charged', async () => {
    const { method, saved } = await save();
    const topup = aTopup({ isAutomatic: true });
    const first = await saved.charge(topup, method);
    const { currency, totalMinor: amountMinor } = topup.quote;
    const paid = { topupId: topup.id, outcome: 'paid', currency, amountMinor };
    expect(first).toMatchObject(paid);
    expect(await saved.charge(topup, method)).toEqual(first);
    if (id === 'stripe') {
      expect(await saved.findCharge(topup, method)).toEqual(first);
      expect(await saved.findCharge(aTopup(), method)).toBeUndefined();
    }
  });

  it('is deleted, and deleting it again is no fault', async () => {
    const { method, saved } = await save();
    await saved.detach(method);
    await saved.detach(method);
  });
});

it('a bank transfer saves no payment method', () => {
  expect(getProvider('manual').savedMethods).toBeUndefined();
});

describe('Stripe', () => {
  it('keeps no card of a payer who did not agree to it', async () => {
    const provider = getProvider('stripe');
    const { externalId } = await provider.createCheckout({ topup: aTopup(), transferTo: '' });
    const paymentId = stripe.sessions.get(externalId)?.payment_intent ?? '';
    expect(await provider.savedMethods?.find(paymentId)).toBeUndefined();
  });

  it('refuses a deleted card, and the payer has to act', async () => {
    const provider = getProvider('stripe');
    const topup = aTopup({ savesMethod: true });
    const { externalId } = await provider.createCheckout({ topup, transferTo: '' });
    const paymentId = stripe.sessions.get(externalId)?.payment_intent ?? '';
    const method = await provider.savedMethods?.find(paymentId);
    if (method === undefined) throw new Error('it was not saved');
    await provider.savedMethods?.detach(method);
    expect(await provider.savedMethods?.charge(aTopup(), method)).toMatchObject({
      outcome: 'failed',
      failure: 'card_unusable',
    });
  });

  it('is asked for exactly what the quote says, whatever the amount', async () => {
    const provider = getProvider('stripe');
    for (const amountCents of [500n, 501n, 99_999n, 1_000_000n]) {
      const quote = makeQuote(amountCents, channel);
      const { externalId } = await provider.createCheckout({
        topup: aTopup({ quote }),
        transferTo: '',
      });
      expect(stripe.sessions.get(externalId)).toMatchObject({
        amount_total: Number(quote.totalMinor),
        currency: 'idr',
      });
    }
  });

  it('that refuses our key or cannot be reached is no fault of the payer', async () => {
    const settings = { webhookSecrets: [new Secret('whsec_1')], apiBase: stripe.url };
    const open = (apiBase: string, key: string) =>
      createProviders({
        stripe: { ...settings, apiBase, secretKey: new Secret(key) },
        isDevelopment: false,
      })
        .get('stripe')
        ?.createCheckout({ topup: aTopup(), transferTo: '' });
    await expect(open(stripe.url, `sk_${randomBytes(4).toString('hex')}`)).rejects.toMatchObject({
      reason: 'upstream_auth_failed',
      status: 502,
    });
    await expect(open('http://127.0.0.1:1', stripe.secretKey)).rejects.toMatchObject({
      reason: 'upstream_unreachable',
      status: 502,
    });
  });

  it('ignores foreign checkouts and other events', async () => {
    const provider = getProvider('stripe');
    for (const [type, session] of [
      ['customer.created', { id: 'cus_1' }],
      ['checkout.session.completed', { id: 'cs_1', payment_status: 'paid', metadata: {} }],
      ['checkout.session.completed', { id: 'cs_1', payment_status: 'no_payment_required' }],
    ] as const) {
      const { body, signature } = stripe.makeEvent(type, session);
      const headers = { 'stripe-signature': signature };
      expect(await provider.parseWebhook(headers, Buffer.from(body))).toBeNull();
    }
  });

  it('ignores a dispute of a payment that is not a top-up', async () => {
    const dispute = { id: 'dp_1', amount: 1, currency: 'usd', status: 'needs_response' };
    const { body, signature } = stripe.makeEvent('charge.dispute.created', {
      ...dispute,
      payment_intent: null,
    });
    const headers = { 'stripe-signature': signature };
    expect(await getProvider('stripe').parseWebhook(headers, Buffer.from(body))).toBeNull();
  });
});
