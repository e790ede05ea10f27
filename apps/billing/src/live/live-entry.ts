import type { Nanos } from '@tollgate/money';
import type { LimitScope } from '@tollgate/till';
import type { CallFilters } from '../calls/call';
import type { Receipt } from '../generations/receipt';
import type { Balance } from '../wallets/balance';
import type { Position } from './position';

/** A spend breaker that refused a call, once per scope, window and hour. */
export interface BreakerTrip {
  readonly id: string;
  readonly occurredAtMs: number;
  readonly walletId: string;
  readonly scope: LimitScope;
  readonly scopeId: string;
  readonly spendWindow: string;
  readonly limitUsd: number;
  readonly spentUsd: number;
  readonly resetsAtMs: number;
}

/** What was posted in a second, of all wallets. */
export interface Traffic {
  readonly requests: number;
  readonly errors: number;
  readonly spendNanos: Nanos;
}

export type LiveEvent =
  | { readonly kind: 'call'; readonly call: Receipt }
  | { readonly kind: 'breaker'; readonly trip: BreakerTrip }
  | { readonly kind: 'balance'; readonly balance: Balance }
  | { readonly kind: 'traffic'; readonly traffic: Traffic; readonly atMs: number }
  | { readonly kind: 'reset' };

/** An event with a place in the order of postings. */
export interface LiveEntry {
  readonly position: Position;
  readonly walletId: string;
  readonly event: Extract<LiveEvent, { readonly kind: 'breaker' | 'call' }>;
}

export interface LiveScope {
  /** Null: the whole platform, without single calls. */
  readonly walletId: string | null;
  readonly visible: Pick<CallFilters, 'keyId' | 'memberId' | 'teamId'>;
  readonly seesBalance: boolean;
  /** Whether calls name who made them, and breakers of members are shown. */
  readonly seesMembers: boolean;
}

/** The same rules as for lists of calls. The wallet was compared before. */
export function seesEvent(scope: LiveScope, { event }: LiveEntry): boolean {
  const { visible, walletId } = scope;
  if (event.kind === 'breaker') return walletId === null || seesTrip(scope, event.trip);
  const { details, keyId } = event.call;
  const pairs = [
    [visible.keyId, keyId],
    [visible.memberId, details.memberId ?? ''],
    [visible.teamId, details.teamId ?? ''],
  ] as const;
  return walletId !== null && pairs.every(([wanted, found]) => wanted === null || wanted === found);
}

/** A breaker of the whole wallet concerns all; one of a team, member or key only these. */
function seesTrip({ seesMembers, visible }: LiveScope, { scope, scopeId }: BreakerTrip): boolean {
  if (scope === 'org' || scope === 'user') return true;
  if (scope === 'member' && !seesMembers) return false;
  const own = { team: visible.teamId, member: visible.memberId, key: visible.keyId }[scope];
  const isRestricted = Object.values(visible).some((id) => id !== null);
  return isRestricted ? own === scopeId : true;
}
