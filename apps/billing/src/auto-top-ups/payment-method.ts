import type { PaymentProviderId } from '../top-ups/channel';

/** What a provider keeps of a payment method; numbers of cards never reach us. */
export interface SavedMethod {
  readonly customerId: string;
  /** What the provider calls it. */
  readonly externalId: string;
  readonly brand: string;
  readonly last4: string;
  /** The last month in which it can be used. */
  readonly expiresMonth: number;
  readonly expiresYear: number;
}

/** A card that a payer saved for automatic top-ups of one wallet. */
export interface PaymentMethod extends SavedMethod {
  readonly id: string;
  readonly walletId: string;
  readonly provider: PaymentProviderId;
  /** The payer who agreed to it. */
  readonly userId: string;
  /** The payment with which it was saved. */
  readonly topupId: string;
  readonly createdAtMs: number;
}
