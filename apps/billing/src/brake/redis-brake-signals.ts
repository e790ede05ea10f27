import type { Redis } from '@tollgate/redis';
import { brakeSignalChannel, brakeSignalKey, formatBrakeSignal } from '@tollgate/till';
import type { BrakeSignals } from './ports';

/** The key is written every time, so that an emptied Redis has it again; news are published. */
export function createRedisBrakeSignals(redis: Redis): BrakeSignals {
  return {
    async send(signal) {
      const text = formatBrakeSignal(signal);
      const before = await redis.getset(brakeSignalKey, text);
      if (before !== text) await redis.publish(brakeSignalChannel, text);
    },
  };
}
