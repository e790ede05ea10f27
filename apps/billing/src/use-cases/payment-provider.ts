import type { IncomingHttpHeaders } from 'node:http';
import type { PaymentProviderId } from '../domain/channel';
import type { PaymentNotice, Topup } from '../domain/topup';

/** How somebody pays: on a page of the provider, or by what they are told to do. */
export interface Checkout {
  readonly externalId: string;
  readonly url: string | null;
  readonly instructions: string | null;
}

export interface CheckoutRequest {
  readonly topup: Topup;
  /** Where a transfer goes on this channel, in the words that the payer reads. */
  readonly transferTo: string;
}

/**
 * A way to collect money. All of them pass one contract suite (test/payments.itest.ts); a new one
 * is a folder in payments/ with the same four files.
 */
export interface PaymentProvider {
  readonly id: PaymentProviderId;
  /** How long a top-up waits for its payment. */
  readonly pendingMs: number;
  /** Whether it can collect this currency, by ISO 4217. */
  takesCurrency(currency: string): boolean;
  /** The same top-up again is the same checkout. Rejects with an AppError. */
  createCheckout(request: CheckoutRequest): Promise<Checkout>;
  /**
   * Null for notices that say nothing about a top-up. Throws `bad_request` when the provider did
   * not sign it, `not_found` when this provider sends none.
   */
  parseWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): PaymentNotice | null;
  /** Gives money back; the same top-up again gives back nothing more. Rejects with an AppError. */
  refund(topup: Topup, amountMinor: bigint): Promise<void>;
}

export type PaymentProviders = ReadonlyMap<PaymentProviderId, PaymentProvider>;
