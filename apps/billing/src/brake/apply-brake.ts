import { nanosToUsdNumber } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { getWindowStartMs } from '@tollgate/till';
import { findReachedWindows, makeBrakeSignal } from './brake';
import type { BrakeSignals, BrakeStore, ReadPlatformSpend } from './ports';

/** Compares the platform's spend with its limits and signals the edges. Idempotent. */
export type ApplyBrake = () => Promise<void>;

export function applyBrakeUseCase(ports: {
  readonly store: BrakeStore;
  readonly signals: BrakeSignals;
  readonly readSpend: ReadPlatformSpend;
  readonly logger: Logger;
}): ApplyBrake {
  const { logger, readSpend, signals, store } = ports;
  return async () => {
    const [settings, spend] = await Promise.all([store.find(), readSpend()]);
    // The edges first: what follows is for the record.
    await signals.send(makeBrakeSignal(settings, spend));
    for (const window of findReachedWindows(settings, spend)) {
      const isMinute = window === 'minute';
      const after = {
        window,
        limitUsd: nanosToUsdNumber(isMinute ? settings.minuteLimitNanos : settings.hourLimitNanos),
        spentUsd: nanosToUsdNumber(isMinute ? spend.minuteNanos : spend.hourNanos),
      };
      const isNews = await store.recordTrip(window, getWindowStartMs('hour', spend.nowMs), {
        action: 'platform.brake.tripped',
        actor: { type: 'system', id: 'billing', email: '' },
        target: { type: 'brake', id: 'global' },
        after,
        ip: '',
        requestId: '',
      });
      if (isNews) logger.warn('the global brake has tripped', after);
    }
  };
}
