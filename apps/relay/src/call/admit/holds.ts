import type { Nanos } from '@tollgate/money';
import type { AdmitResult, GoodwillState, HoldRef, SpendLimit } from '@tollgate/till';

export interface PlaceHoldRequest {
  readonly walletId: string;
  readonly holdId: string;
  readonly amountNanos: Nanos;
  /** The least that is enough to start. */
  readonly floorNanos: Nanos;
  /**
   * Left out: the amount. Otherwise a tenth of the available credit is held, between the amount and
   * this.
   */
  readonly ceilingNanos?: Nanos;
  readonly limits: readonly SpendLimit[];
  /** The hold ends with this process and never grows: it may be a part of a lease. */
  readonly canShare?: boolean;
}

export type PreviewHoldRequest = Omit<PlaceHoldRequest, 'holdId'>;

export interface ExtendHoldRequest {
  readonly hold: HoldRef;
  /** 1 for the first extension of the hold, then counting up. */
  readonly step: number;
  readonly amountNanos: Nanos;
  readonly limits: readonly SpendLimit[];
}

export type Refusal = Exclude<AdmitResult, { kind: 'admitted' | 'not-loaded' }>;

export type PlaceHoldResult =
  | { readonly kind: 'placed'; readonly hold: HoldRef }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reserved money, as the stages of a call use it. */
export interface Holds {
  /**
   * Raises `overloaded` when the till or the book does not answer: no call is admitted unchecked.
   */
  place(request: PlaceHoldRequest): Promise<PlaceHoldResult>;
  /** Extends a hold under the same checks; the returned hold includes the extension. */
  extend(request: ExtendHoldRequest): Promise<PlaceHoldResult>;
  /**
   * A stream ran out of credit: for some minutes, calls of this wallet must hold their full worst
   * case.
   */
  noteExhausted(hold: HoldRef): void;
  /** The goodwill allowance of a wallet, for refusals; undefined: none of it is used. */
  readGoodwill?(walletId: string): Promise<GoodwillState | undefined>;
  /** The call ended without a charge. */
  release(hold: HoldRef): void;
  /**
   * The call cost this much, and its record is on disk; `onFinal` is called when the till has the
   * charge.
   */
  finalize(hold: HoldRef, costNanos: Nanos, onFinal: () => void): void;
}
