import type { Nanos } from '@tollgate/money';
import type { HoldRef, SpendLimit } from '@tollgate/till';
import type { PreparedRequest } from '../../domain/endpoint';
import type { RoutedCall } from '../route/routed-call';
import type { QuotaGrant } from './free-quota';

export interface PreparedCall extends RoutedCall {
  /** Prepared for the first candidate; the others are prepared when they are attempted. */
  readonly prepared: PreparedRequest;
}

/**
 * Why the call costs nothing here: a free quota covers it, the organization pays the provider
 * itself, or it was made with a test key.
 */
export type Unpaid =
  | { readonly kind: 'quota'; readonly grant: QuotaGrant }
  | { readonly kind: 'byok' }
  | { readonly kind: 'test' };

/** Whether the platform itself pays the provider that answers. */
export function paysProvider({ unpaid }: Pick<HeldCall, 'unpaid'>): boolean {
  return unpaid === undefined || unpaid.kind === 'quota';
}

export interface HeldCall extends PreparedCall {
  /** A stream may hold less than its worst case, and extends the hold as it runs. */
  readonly hold: HoldRef;
  readonly worstCaseNanos: Nanos;
  readonly limits: readonly SpendLimit[];
  /** Set where no money is held or charged. */
  readonly unpaid?: Unpaid;
  /** The candidates that were not admitted with the call: nothing is held for them yet. */
  readonly beyond?: RoutedCall;
  /** An earlier admission of this call has failed: any answer counts as a failover. */
  readonly isResumed?: true;
}

/** For a call that holds no money. */
export function makeEmptyHold({ caller, ulid: holdId }: RoutedCall): HoldRef {
  return { walletId: caller.walletId, holdId, instance: '', amountNanos: 0n, counters: [] };
}
