import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ApplyBrake } from './apply-brake';

const intervalMs = 1_000;

/** Looks at the platform's spend every second. */
export function createApplyBrakeJob(options: {
  readonly applyBrake: ApplyBrake;
  readonly logger: Logger;
}): Part {
  const { applyBrake: run, logger } = options;
  return createRepeatingPart({ name: 'apply brake', intervalMs, run, logger });
}
