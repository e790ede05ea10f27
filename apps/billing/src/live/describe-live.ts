import { nanosToUsdNumber } from '@tollgate/money';
import { describeCall, describeOrgCall } from '../calls/describe-call';
import { hideMember } from '../generations/receipt';
import type { Balance } from '../wallets/balance';
import type { BreakerTrip, LiveEvent } from './live-entry';

/** The data of an event for the streams of accounts and operators. */
export function describeEvent(event: LiveEvent): unknown {
  return describe(event, describeCall);
}

/** The same for organizations, whose calls name user, member and team. */
export function describeOrgEvent(event: LiveEvent): unknown {
  return describe(event, describeOrgCall);
}

/** Describes an event without the user and the member of a call. */
export function describeOrgEventWithoutMember(event: LiveEvent): unknown {
  return describe(event, (call) => describeOrgCall(hideMember(call)));
}

function describe(event: LiveEvent, describeOne: typeof describeCall): unknown {
  switch (event.kind) {
    case 'call':
      return describeOne(event.call);
    case 'breaker':
      return describeTrip(event.trip);
    case 'balance':
      return describeBalance(event.balance);
    case 'traffic': {
      const { errors, requests, spendNanos } = event.traffic;
      const at = new Date(event.atMs).toISOString();
      return { at, requests, errors, spend: nanosToUsdNumber(spendNanos) };
    }
    case 'reset':
      return { reason: 'too_old' };
  }
}

function describeBalance(balance: Balance): unknown {
  return {
    total_credits: nanosToUsdNumber(balance.totalCreditsNanos),
    total_usage: nanosToUsdNumber(balance.totalUsageNanos),
    reserved: nanosToUsdNumber(balance.reservedNanos),
    available: nanosToUsdNumber(balance.availableNanos),
    open_holds: { count: balance.openHolds, amount: nanosToUsdNumber(balance.openNanos) },
  };
}

function describeTrip(trip: BreakerTrip): unknown {
  return {
    id: trip.id,
    at: new Date(trip.occurredAtMs).toISOString(),
    scope: trip.scope,
    scope_id: trip.scopeId,
    window: trip.spendWindow,
    limit: trip.limitUsd,
    spent: trip.spentUsd,
    resets_at: new Date(trip.resetsAtMs).toISOString(),
  };
}
