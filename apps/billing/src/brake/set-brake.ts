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

/** What is left out stays as it was. Edges hear of it at once. */
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
    // It is saved: should Redis be away, the job of every second tells it later.
    await ports.applyBrake().catch((error: unknown) => {
      ports.logger.warn('edges not told of the brake yet', { error });
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
