import { AppError } from '@tollgate/errors';
import type { Spool } from '@tollgate/spool';
import type { RoutedCall } from '../route/routed-call';
import type { HeldCall } from './held-call';
import { prepareCall } from './prepare-call';
import { reserveCall, reserveNext, type ReserveTools } from './reserve-call';
import { admitWithin, type SessionQuotas } from './session-quota';

export interface AdmitTools extends ReserveTools {
  readonly sessions: SessionQuotas;
  readonly spool: Pick<Spool, 'hasRoom'>;
}

const retryAfterSeconds = 5;

/** Raises overloaded while the disk has no room for the usage record of another call. */
export function assertSpoolRoom(spool: Pick<Spool, 'hasRoom'>): void {
  if (!spool.hasRoom()) throw new AppError('overloaded', { retryAfterSeconds });
}

/** The hold or quota that a call runs on. */
export interface Admission {
  readonly held: HeldCall;
  /**
   * Admits the candidates that were not admitted yet, when all others have failed; undefined: none
   * are left, or they cannot be paid.
   */
  readonly next: () => Promise<HeldCall | undefined>;
}

/**
 * Prepares the request for its first candidate and reserves what the call can cost. Raises
 * overloaded, rate_limited, what the candidates cannot serve, and the refusals of placeHold.
 */
export async function admitCall(call: RoutedCall, tools: AdmitTools): Promise<Admission> {
  assertSpoolRoom(tools.spool);
  const reserve = (): Promise<HeldCall> => reserveCall(prepareCall(call), tools);
  let held = await admitWithin(call.caller, tools.sessions, reserve);
  return {
    get held() {
      return held;
    },
    next: async () => {
      const next = await reserveNext(held, tools);
      held = next ?? held;
      return next;
    },
  };
}
