import type { IncomingHttpHeaders } from 'node:http';
import type { SavedMethod } from '../auto-top-ups/payment-method';
import type { PaymentProviderId } from './channel';
import type { PaymentReversal } from './reversal';
import type { PaymentNotice, Topup } from './topup';

/** How to pay: on a page of the provider, or by instructions. */
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

/** What a provider's webhook is about. */
export type PaymentEvent =
  | {
      readonly kind: 'payment';
      readonly notice: PaymentNotice;
      /** What was paid with, if the payer may have saved it. */
      readonly paymentId?: string | undefined;
    }
  | { readonly kind: 'reversal'; readonly notice: PaymentReversal };

/** Payments without the payer, with a payment method that the payer saved for them. */
export interface SavedMethods {
  /** Undefined: what was paid with cannot be charged again. Rejects with an AppError. */
  find(paymentId: string): Promise<SavedMethod | undefined>;
  /**
   * The same top-up again is the same payment, for as long as the provider remembers: at least
   * `chargeRepeatMs`. A refusal is a notice, too. Rejects with an AppError when the outcome is
   * unknown.
   */
  charge(topup: Topup, method: SavedMethod): Promise<PaymentNotice>;
  /** The payment of a top-up that may have been charged before. Rejects with an AppError. */
  findCharge(topup: Topup, method: SavedMethod): Promise<PaymentNotice | undefined>;
  /** Deletes it at the provider, once however often it is called. Rejects with an AppError. */
  detach(method: SavedMethod): Promise<void>;
}

/** A charge is repeated no longer: every provider remembers it for twice this time. */
export const chargeRepeatMs = 12 * 60 * 60_000;

/**
 * Collects payments. All providers pass one contract suite (test/payments.itest.ts); a new one
 * is a folder in payments/ with the same files as `stripe`.
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
   * Null for events that are not about a top-up. Rejects with `bad_request` when the provider did
   * not sign it, with `not_found` when this provider has no webhooks.
   */
  parseWebhook(headers: IncomingHttpHeaders, rawBody: Buffer): Promise<PaymentEvent | null>;
  /** Refunds a payment, once per top-up however often it is called. Rejects with an AppError. */
  refund(topup: Topup, amountMinor: bigint): Promise<void>;
  /** Undefined: every payment needs the payer. */
  readonly savedMethods?: SavedMethods;
}

export type PaymentProviders = ReadonlyMap<PaymentProviderId, PaymentProvider>;
