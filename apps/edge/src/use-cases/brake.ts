import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import { openBrake, parseBrakeSignal } from '@tollgate/till';
import { rateBuckets } from '../domain/rate-bucket';
import type { Route } from '../domain/route';
import type { Clock } from './ports';

/** A state older than this is unknown, so spending is refused. */
const staleMsMax = 15_000;

export interface Brake {
  /** The state that was read from Redis or published; null: Redis has none. */
  onSignal(text: string | null): void;
  /** Throws `global_brake` on routes that spend money while the brake is on. */
  apply(route: Pick<Route, 'bucket'>): void;
}

/** The global brake, cached in this process so that a call costs no round trip. */
export function createBrake(options: { readonly clock: Clock; readonly logger: Logger }): Brake {
  const { clock, logger } = options;
  let signal = openBrake;
  let heardAtMs = clock.nowMs();

  return {
    onSignal(text) {
      heardAtMs = clock.nowMs();
      // An emptied Redis gets the state again within a second; until then the last one counts.
      if (text === null) return;
      const next = parseBrakeSignal(text);
      if (next === undefined) return logger.warn('brake signal not readable');
      if (next.isTripped !== signal.isTripped) {
        logger.info('global brake changed', { isTripped: next.isTripped });
      }
      signal = next;
    },
    apply(route) {
      if (route.bucket === null || !rateBuckets[route.bucket].spendsMoney) return;
      const nowMs = clock.nowMs();
      if (nowMs - heardAtMs > staleMsMax)
        throw new AppError('overloaded', { retryAfterSeconds: 1 });
      if (!signal.isTripped || (signal.untilMs !== null && signal.untilMs <= nowMs)) return;
      throw new AppError('global_brake', { retryAfterSeconds: signal.retryAfterSeconds });
    },
  };
}
