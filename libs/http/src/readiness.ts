import { setTimeout as sleep } from 'node:timers/promises';

export type HealthCheck = () => Promise<void>;

export interface ReadinessOptions {
  readonly isReady: () => boolean;
  /** A failing one makes the service unready. */
  readonly checks?: Readonly<Record<string, HealthCheck>> | undefined;
  /** Reported, but without effect on readiness. */
  readonly informational?: Readonly<Record<string, HealthCheck>> | undefined;
}

export interface ReadinessReport {
  readonly isReady: boolean;
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>;
}

const checkMsMax = 1_000;

/** Runs all checks side by side; one that hangs counts as failed. */
export async function checkReadiness(options: ReadinessOptions): Promise<ReadinessReport> {
  const [gating, informational] = await Promise.all([
    runChecks(options.checks ?? {}),
    runChecks(options.informational ?? {}),
  ]);
  const isReady = options.isReady() && Object.values(gating).every((state) => state === 'ok');
  return { isReady, checks: { ...gating, ...informational } };
}

async function runChecks(
  checks: Readonly<Record<string, HealthCheck>>,
): Promise<Record<string, 'ok' | 'failed'>> {
  const names = Object.keys(checks);
  const states = await Promise.all(Object.values(checks).map(runCheck));
  return Object.fromEntries(names.map((name, index) => [name, states[index] ?? 'failed']));
}

async function runCheck(check: HealthCheck): Promise<'ok' | 'failed'> {
  const timeout = new AbortController();
  try {
    const expired = sleep(checkMsMax, 'failed' as const, { signal: timeout.signal });
    return await Promise.race([check().then(() => 'ok' as const), expired]);
  } catch {
    return 'failed';
  } finally {
    timeout.abort();
  }
}
