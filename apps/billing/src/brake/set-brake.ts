import type { AuditEntry } from '@tollgate/event-log';
import { nanosToUsdNumber } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { ApplyBrake } from './apply-brake';
import type { BrakeSettings } from './brake';
import type { BrakeStore } from './ports';

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
