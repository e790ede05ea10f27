import {
  BookedHoldState,
  type BookedHold as HoldMessage,
  type CaptureHoldRequest,
  type ReleaseHoldRequest,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import { isUlid } from '@tollgate/ids';
import type { Generation } from '../ledger/usage';
import type { BookedHold } from './booked-hold';
import type { HoldEnd } from './close-hold';

const states: Readonly<Record<BookedHold['state'], BookedHoldState>> = {
  held: BookedHoldState.BOOKED_HOLD_STATE_HELD,
  captured: BookedHoldState.BOOKED_HOLD_STATE_CAPTURED,
  released: BookedHoldState.BOOKED_HOLD_STATE_RELEASED,
};

/** Throws for a record that cannot be posted. */
export type DecodeUsage = (payload: Uint8Array) => Generation;

export function encodeHold(hold: BookedHold): HoldMessage {
  const { amountNanos, capturedNanos, holdId, walletId } = hold;
  return { holdId, walletId, amountNanos, capturedNanos, state: states[hold.state] };
}

export function checkHold(walletId: string, holdId: string): void {
  if (walletId === '') throw wrong('wallet_id is required');
  if (!isUlid(holdId)) throw wrong('hold_id must be a ULID');
}

/** A capture needs the record of what it charges; a release may have one that charges nothing. */
export function decodeEnd(
  request: CaptureHoldRequest | ReleaseHoldRequest,
  state: HoldEnd['state'],
  decodeUsage: DecodeUsage,
): HoldEnd {
  const { holdId, usageRecorded, walletId } = request;
  checkHold(walletId, holdId);
  const generation =
    usageRecorded.length === 0 ? undefined : decodeRecord(usageRecorded, decodeUsage);
  if (generation === undefined && state === 'captured') throw wrong('usage_recorded is required');
  if (generation !== undefined) {
    if (generation.ulid !== holdId) throw wrong('usage_recorded is of another call');
    if (generation.walletId !== walletId) throw wrong('usage_recorded is of another wallet');
    if ((generation.outcome === 'charged') !== (state === 'captured')) {
      throw wrong(`the outcome ${generation.outcome} does not fit a hold that is ${state}`);
    }
  }
  return { walletId, holdId, state, generation };
}

function decodeRecord(payload: Uint8Array, decodeUsage: DecodeUsage): Generation {
  try {
    return decodeUsage(payload);
  } catch (cause) {
    throw new AppError('bad_request', { message: 'usage_recorded is not readable', cause });
  }
}

function wrong(message: string): AppError {
  return new AppError('bad_request', { message });
}
