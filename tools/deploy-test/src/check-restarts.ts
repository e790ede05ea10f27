import { parseGenerationId } from '@tollgate/ids';
import { waitUntil } from '@tollgate/embedded';
import { readCharges, settleTimeoutMs, type Charge } from './book';
import type { Checks } from './checks';
import type { ComposeProject } from './compose-project';
import { openAccount, type Account, type Gateway } from './gateway';
import { startLoad, type CallRecord, type Load } from './load';

/** Which calls may fail while the only instance of a service restarts. */
type Allowance = 'none' | 'retryable' | 'unreachable' | 'refused';

interface Restart {
  readonly service: string;
  readonly allowed: Allowance;
  /** A longer restart may refuse calls with 503: what the others keep in memory is too old. */
  readonly bridgedMs?: number;
}

/**
 * In the order of the dependencies. `retryable`: 503 with a retry time. `unreachable`: the same,
 * or there is no other edge to connect to. `refused`: the simulator is the provider, and its
 * failure is answered.
 */
const restartsApart: readonly Restart[] = [
  { service: 'mail', allowed: 'none' },
  { service: 'audit', allowed: 'none' },
  { service: 'video', allowed: 'none' },
  { service: 'orgs', allowed: 'none', bridgedMs: 15_000 },
  { service: 'auth', allowed: 'none', bridgedMs: 15_000 },
  { service: 'billing', allowed: 'none' },
  { service: 'kafka', allowed: 'none' },
  { service: 'relay', allowed: 'retryable' },
  { service: 'edge', allowed: 'unreachable' },
  { service: 'redis', allowed: 'retryable' },
  { service: 'postgres', allowed: 'none', bridgedMs: 15_000 },
  { service: 'simulator', allowed: 'refused' },
];

/** The stores are the same; what differs are the processes. */
const restartsTogether: readonly Restart[] = [
  { service: 'office', allowed: 'none', bridgedMs: 15_000 },
  { service: 'gateway', allowed: 'unreachable' },
];

export interface RestartOptions {
  readonly checks: Checks;
  readonly gateway: Gateway;
  readonly project: ComposeProject;
}

/** Each account may make 200 calls in a minute. */
const accountCount = 12;
const parallel = 6;
const creditUsd = 25;
/** Calls before a restart, so that every caller is known, and after it. */
const callsBetween = 40;

/** Restarts every service of the compose file under load; then the book must be right. */
export async function checkRestarts(options: RestartOptions): Promise<void> {
  const { checks, gateway, project } = options;
  const accounts: Account[] = [];
  const isReady = await checks.run(`${accountCount} accounts sign up for the load`, async () => {
    for (let index = 0; index < accountCount; index += 1) {
      accounts.push(await openAccount(gateway, creditUsd));
    }
    const known = [...restartsApart, ...restartsTogether];
    const missing = project.services.filter(({ name }) => !known.some(isOf(name)));
    if (missing.length > 0)
      throw new Error(`no restart of ${missing.map(({ name }) => name).join()}`);
    return undefined;
  });
  if (!isReady) return;
  const isTogether = project.services.some(isNamed('gateway'));
  const restarts = isTogether ? restartsTogether : restartsApart;
  const load = startLoad(gateway, { accounts, parallel });
  try {
    for (const restart of restarts) await checkRestart(restart, load, options);
  } finally {
    const records = await load.stop();
    await checks.run('every answered call is in the book once, and no other', () =>
      compareWithBook(records, accounts, project),
    );
  }
}

const isNamed = (name: string) => (service: { readonly name: string }) => service.name === name;
const isOf = (name: string) => (restart: Restart) => restart.service === name;

function checkRestart(
  restart: Restart,
  load: Load,
  { checks, project }: RestartOptions,
): Promise<boolean> {
  const { service } = restart;
  return checks.run(`${service} restarts under load: ${describe(restart)}`, async () => {
    await load.waitForAnswers(callsBetween);
    const startMs = Date.now();
    await project.restart(service);
    const tookMs = Date.now() - startMs;
    await load.waitForAnswers(callsBetween);
    const records = load.since(startMs);
    const faults = findFaults(records, restart, tookMs);
    const failed = records.filter(({ outcome }) => outcome !== 'answered').length;
    if (faults.length > 0) {
      throw new Error(`${faults.length} of ${records.length} calls: ${faults[0]}`);
    }
    return `${records.length} calls, ${failed} to repeat, away for ${tookMs} ms`;
  });
}

function describe({ allowed }: Restart): string {
  return {
    none: 'no call fails',
    retryable: 'calls get an answer or 503 with a retry time',
    unreachable: 'calls that were accepted get their answer',
    refused: 'calls get an answer or an error',
  }[allowed];
}

function findFaults(
  records: readonly CallRecord[],
  { allowed, bridgedMs }: Restart,
  tookMs: number,
): readonly string[] {
  const isRetryable = ({ retryAfter, status }: CallRecord): boolean =>
    status === 503 && retryAfter !== null;
  const mayFail = (record: CallRecord): boolean => {
    const { outcome } = record;
    if (bridgedMs !== undefined && tookMs > bridgedMs && isRetryable(record)) return true;
    if (allowed === 'unreachable') return outcome === 'unreachable' || isRetryable(record);
    if (allowed === 'refused') return outcome === 'refused';
    return allowed === 'retryable' && isRetryable(record);
  };
  return records
    .filter(({ outcome }) => outcome !== 'answered')
    .filter((record) => !mayFail(record))
    .map(({ outcome, reason, status }) => `${outcome} ${status} ${reason}`);
}

/** Waits until every answered call is posted; then no charge may be missing, doubled or alone. */
async function compareWithBook(
  records: readonly CallRecord[],
  accounts: readonly Account[],
  project: ComposeProject,
): Promise<string> {
  const answered = new Map(
    records
      .filter(({ outcome }) => outcome === 'answered')
      .map(({ costNanos, generationId }) => [parseGenerationId(generationId) ?? '', costNanos]),
  );
  const wallets = new Set(accounts.map(({ userId }) => userId));
  const readOwn = async (): Promise<readonly Charge[]> =>
    (await readCharges(project)).filter(({ walletId }) => wallets.has(walletId));
  await waitUntil(
    async () => {
      const posted = new Set((await readOwn()).map(({ ulid }) => ulid));
      return [...answered.keys()].every((ulid) => posted.has(ulid));
    },
    { timeoutMs: settleTimeoutMs, pollMs: 1_000, what: 'every answered call in the book' },
  );
  const charges = await readOwn();
  const wrong = charges.filter(({ costNanos, ulid }) => answered.get(ulid) !== costNanos);
  if (wrong.length > 0) {
    throw new Error(`${wrong.length} charges of calls without an answer, as ${wrong[0]?.ulid}`);
  }
  if (charges.length !== answered.size) {
    throw new Error(`${charges.length} charges of ${answered.size} answered calls`);
  }
  return `${charges.length} calls`;
}
