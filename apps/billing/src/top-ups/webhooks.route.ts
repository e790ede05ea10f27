import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { readBody } from '@tollgate/http';
import { paymentProviderIds } from './channel';
import type { PaymentProviders } from './payment-ports';
import type { ReverseTopup } from './reverse-topup';
import type { SettleTopup } from './settle-topup';
import type { StoreMethod } from '../auto-top-ups/store-method';

export interface WebhooksOptions {
  readonly providers: PaymentProviders;
  readonly settleTopup: SettleTopup;
  readonly reverseTopup: ReverseTopup;
  readonly storeMethod: StoreMethod;
}

/**
 * POST /api/billing/webhooks/{provider}. Anyone can call it: the provider's signature is checked.
 * Every signed notice is answered with success: providers repeat notices that are refused.
 */
export function createWebhooksRoute(options: WebhooksOptions): RequestHandler {
  return async (request, response) => {
    const id = paymentProviderIds.find((known) => known === request.params['provider']);
    const provider = id && options.providers.get(id);
    if (!provider) throw new AppError('not_found');
    const rawBody = await readBody(request);
    const event = await provider.parseWebhook(request.headers, rawBody);
    if (event?.kind === 'payment') {
      await options.settleTopup(provider.id, event.notice);
      // After the credit: a card that cannot be read must not delay it.
      if (event.paymentId !== undefined) {
        await options.storeMethod(provider.id, event.notice, event.paymentId);
      }
    }
    if (event?.kind === 'reversal') await options.reverseTopup(provider.id, event.notice);
    response.json({ received: true });
  };
}
