import type { Nanos } from '@tollgate/money';
import type { Receipt } from '../generations/receipt';
import { getCallStatus, type CallStatus } from '../ledger/usage';

/** The calls of a list; a filter that is null takes every call. */
export interface CallFilters {
  /** Inclusive. */
  readonly fromMs: number | null;
  /** Exclusive. */
  readonly toMs: number | null;
  readonly model: string | null;
  readonly keyId: string | null;
  /** Empty: calls that named no program. */
  readonly appName: string | null;
  readonly status: CallStatus | null;
  /** Both bounds are inclusive. */
  readonly costNanosMin: Nanos | null;
  readonly costNanosMax: Nanos | null;
  readonly isFailover: boolean | null;
  readonly teamId: string | null;
  readonly memberId: string | null;
}

export interface CallsQuery {
  readonly walletId: string;
  /** What the caller may see; the list also satisfies `filters`. */
  readonly visible: Pick<CallFilters, 'keyId' | 'memberId' | 'teamId'>;
  readonly filters: CallFilters;
  /** The list begins after this call; null: with the newest one. */
  readonly beforeUlid: string | null;
  readonly limit: number;
}

export interface CallPage {
  readonly calls: readonly Receipt[];
  /** The next page begins after this call; null when there are no more calls. */
  readonly nextUlid: string | null;
}

type RecordFilters = Pick<CallFilters, 'appName' | 'isFailover' | 'memberId' | 'status' | 'teamId'>;

/** Checks the filters that rows from before migration 0014 have no columns for. */
export function matchesRecord({ details }: Receipt, filters: RecordFilters): boolean {
  const status = getCallStatus({
    isCancelled: details.isCancelled,
    isError: details.errorCode !== '',
  });
  const pairs = [
    [filters.appName, details.appName],
    [filters.isFailover, details.isFailover],
    [filters.memberId, details.memberId ?? ''],
    [filters.status, status],
    [filters.teamId, details.teamId ?? ''],
  ] as const;
  return pairs.every(([wanted, found]) => wanted === null || wanted === found);
}
