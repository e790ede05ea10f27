import { AppError } from '@tollgate/errors';
import type { AuditEntry } from '@tollgate/event-log';
import { nanosToUsdNumber } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import { getWindowStartMs } from '@tollgate/till';
import { type BrakeSettings, findReachedWindows, makeBrakeSignal } from './brake';
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

export interface BrakeReport {
  readonly settings: BrakeSettings;
  readonly isTripped: boolean;
}

export type GetBrake = () => Promise<BrakeReport>;

export function getBrakeUseCase(ports: {
  readonly store: Pick<BrakeStore, 'find'>;
  readonly readSpend: ReadPlatformSpend;
}): GetBrake {
  return async () => {
    const settings = await ports.store.find();
    if (settings.state !== 'auto') return { settings, isTripped: settings.state === 'manual' };
    const spend = await ports.readSpend().catch((cause: unknown) => {
      throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
    });
    return { settings, isTripped: makeBrakeSignal(settings, spend).isTripped };
  };
}

export type BrakeChange = Partial<BrakeSettings> & Pick<BrakeSettings, 'state'>;

export type SetBrake = (
  change: BrakeChange,
  operator: Pick<AuditEntry, 'actor' | 'ip' | 'requestId'>,
) => Promise<void>;

/** Absent settings stay. The change is signalled to the edges at once. */
export function setBrakeUseCase(ports: {
  readonly store: Pick<BrakeStore, 'update'>;
  readonly applyBrake: ApplyBrake;
  readonly logger: Logger;
}): SetBrake {
  return async (change, operator) => {
    await ports.store.update(
      (before) => ({ ...before, ...change }),
      (before, after) => ({
        ...operator,
        action: 'admin.brake.update',
        target: { type: 'brake', id: 'global' },
        before: describe(before),
        after: describe(after),
      }),
    );
    // It is stored: if Redis is away, the job that runs every second signals it later.
    await ports.applyBrake().catch((error: unknown) => {
      ports.logger.warn('brake not signalled to the edges yet', { error });
    });
  };
}

function describe(settings: BrakeSettings): object {
  return {
    state: settings.state,
    limitUsdPerMinute: nanosToUsdNumber(settings.minuteLimitNanos),
    limitUsdPerHour: nanosToUsdNumber(settings.hourLimitNanos),
    retryAfter: settings.retryAfterSeconds,
    reason: settings.reason,
  };
}
