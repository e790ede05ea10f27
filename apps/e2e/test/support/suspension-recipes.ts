import { startFakeStripe } from '@tollgate/testing';
import { openAccount } from './accounts';
import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import { recipe, type Recipe } from './recipe';

/** Wallets whose payment was taken back: one is made, listed and lifted again. */
export function makeSuspensionRecipes(gateway: Gateway): readonly Recipe[] {
  const asOperator = (): ApiCall => ({ bearer: gateway.credentials().adminToken });
  let walletId = '';
  return [
    recipe('GET /api/admin/topup-suspensions', async () => {
      walletId = await suspendTopups(gateway);
      return asOperator();
    }),
    recipe('POST /api/admin/topup-suspensions/{id}/lift', asOperator, {
      path: () => `/api/admin/topup-suspensions/${walletId}/lift`,
    }),
  ];
}

/** Pays by card and takes the payment back, as in the dashboard of Stripe. Gives the wallet. */
async function suspendTopups(gateway: Gateway): Promise<string> {
  const stripe = await startFakeStripe(Number(process.env['TEST_STRIPE_PORT']));
  try {
    const { cookie, userId } = await openAccount(gateway, { creditUsd: 0 });
    const body = { amountUsd: 5, channel: 'card_usd' };
    await gateway.call('/api/billing/topups', { cookie, body });
    const [session] = [...stripe.sessions.values()];
    const charge = {
      id: 'ch_1',
      object: 'charge',
      amount_refunded: session?.amount_total,
      currency: session?.currency,
      metadata: session?.['metadata'],
    };
    for (const event of [
      stripe.makeEvent('checkout.session.completed', { ...session, payment_status: 'paid' }),
      stripe.makeEvent('charge.refunded', charge),
    ]) {
      const headers = { 'stripe-signature': event.signature };
      await gateway.call('/api/billing/webhooks/stripe', { body: event.body, headers });
    }
    return userId;
  } finally {
    await stripe.stop();
  }
}
