import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { ProbeByok } from './probe-byok';

/** Each key is probed once an hour; looking more often spreads the probes. */
const intervalMs = 60_000;

export function createProbeByokJob(options: {
  readonly probeByok: ProbeByok;
  readonly logger: Logger;
}): Part {
  const { logger, probeByok } = options;
  const run = async (): Promise<void> => {
    const recovered = await probeByok();
    if (recovered > 0) logger.info('provider keys recovered', { recovered });
  };
  return createRepeatingPart({ name: 'probe provider keys', intervalMs, run, logger });
}
