import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger, Metrics } from '@tollgate/observability';

/** An invariant with its figures. */
export interface VerifiedFigure {
  readonly id: string;
  readonly count: number;
  readonly nanos: bigint | null;
  readonly breaches: number;
}

const intervalMs = 3_600_000;
/** Not while everything starts. */
const firstDelayMsDefault = 5 * 60_000;

/** Shows as metrics what `npm run ledger:verify` prints. */
export function createVerifyLedgerJob(options: {
  readonly verify: (signal: AbortSignal) => Promise<readonly VerifiedFigure[]>;
  readonly metrics: Metrics;
  readonly getNowMs: () => number;
  readonly logger: Logger;
  readonly firstDelayMs?: number;
}): Part {
  const { firstDelayMs = firstDelayMsDefault, getNowMs, logger, metrics, verify } = options;
  const labels = ['invariant'] as const;
  const gauge = (name: string, help: string) =>
    metrics.gauge(`tollgate_ledger_${name}`, help, labels);
  const breaches = gauge('breaches', 'Violations of an invariant of the ledger; 0 is right');
  const counts = gauge('count', 'What an invariant looked at: wallets, transfers, calls, …');
  const nanos = gauge('nanos', 'What that comes to, in nano-dollars');
  const verifiedAt = metrics.gauge(
    'tollgate_ledger_verified_timestamp_seconds',
    'When the ledger was verified last',
  );
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    for (const figure of await verify(stopping.signal)) {
      const label = { invariant: figure.id };
      breaches.set(label, figure.breaches);
      counts.set(label, figure.count);
      if (figure.nanos !== null) nanos.set(label, Number(figure.nanos));
      if (figure.breaches === 0) continue;
      const { count, id } = figure;
      logger.error('the ledger is wrong', { invariant: id, breaches: figure.breaches, count });
    }
    verifiedAt.set(getNowMs() / 1_000);
  };
  const name = 'verify ledger';
  const repeating = createRepeatingPart({ name, firstDelayMs, intervalMs, run, logger });
  return {
    ...repeating,
    stop: () => {
      stopping.abort();
      return repeating.stop?.();
    },
  };
}
