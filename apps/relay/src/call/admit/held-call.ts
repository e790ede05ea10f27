import type { Nanos } from '@tollgate/money';
import type { HoldRef, SpendLimit } from '@tollgate/till';
import type { PreparedRequest } from '../../domain/endpoint';
import type { RoutedCall } from '../route/routed-call';
import type { QuotaGrant } from './free-quota';

export interface PreparedCall extends RoutedCall {
  /** In the words of the first candidate; the others are asked only if it fails. */
  readonly prepared: PreparedRequest;
}

/** Why nobody pays: it is within a free quota, or the organization pays the provider itself. */
export type Unpaid =
  { readonly kind: 'quota'; readonly grant: QuotaGrant } | { readonly kind: 'byok' };

export interface HeldCall extends PreparedCall {
  /** A stream may hold less than its worst case, and extends the hold on its way. */
  readonly hold: HoldRef;
  readonly worstCaseNanos: Nanos;
  readonly limits: readonly SpendLimit[];
  /** Set where the call holds no money, and costs none. */
  readonly unpaid?: Unpaid;
  /** The call by ways that were not let in with it: nobody holds anything for them yet. */
  readonly beyond?: RoutedCall;
  /** What was let in before it failed: whoever answers now stands in for that. */
  readonly isResumed?: true;
}
