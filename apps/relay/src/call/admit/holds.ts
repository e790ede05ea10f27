import type { Nanos } from '@tollgate/money';
import type { AdmitResult, GoodwillState, HoldRef, SpendLimit } from '@tollgate/till';

export interface PlaceHoldRequest {
  readonly walletId: string;
  readonly holdId: string;
  readonly amountNanos: Nanos;
  /** The least that will do for now. */
  readonly floorNanos: Nanos;
  /** Left out: the amount. Above it a tenth of what is free is held, between the two. */
  readonly ceilingNanos?: Nanos;
  readonly limits: readonly SpendLimit[];
}

export type PreviewHoldRequest = Omit<PlaceHoldRequest, 'holdId'>;

export interface ExtendHoldRequest {
  readonly hold: HoldRef;
  /** 1 for the first extension of the hold, then rising. */
  readonly step: number;
  readonly amountNanos: Nanos;
  readonly limits: readonly SpendLimit[];
}

export type Refusal = Exclude<AdmitResult, { kind: 'admitted' | 'not-loaded' }>;

export type PlaceHoldResult =
  | { readonly kind: 'placed'; readonly hold: HoldRef }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Reserved money, as the story of a call needs it. */
export interface Holds {
  /** Raises `overloaded` when the till or the book cannot be asked: never admits unchecked. */
  place(request: PlaceHoldRequest): Promise<PlaceHoldResult>;
  /** Asks for more under the same checks; the hold of the answer is the whole one. */
  extend(request: ExtendHoldRequest): Promise<PlaceHoldResult>;
  /** A stream ran out of credit: for some minutes this wallet must cover worst cases whole. */
  noteExhausted(hold: HoldRef): void;
  /** The goodwill allowance of a wallet, for its refusals; undefined: nothing of it is used. */
  readGoodwill?(walletId: string): Promise<GoodwillState | undefined>;
  /** The call ended without a charge. */
  release(hold: HoldRef): void;
  /** The call cost this much, and a record on disk says so; told when the till knows it too. */
  finalize(hold: HoldRef, costNanos: Nanos, onFinal: () => void): void;
}
