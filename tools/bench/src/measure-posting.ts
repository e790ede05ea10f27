import { topics } from '@tollgate/contracts';
import { withClient } from '@tollgate/embedded';
import { createEventLog, type OutgoingEvent } from '@tollgate/event-log';
import { silentLogger } from '@tollgate/observability';
import { startBilling, startStores, type Stores } from './billing-under-test';
import { readCpuSeconds } from './process-cpu';
import { makeOrgUsageEvent, makeUsageEvent } from './usage-events';

const chargesPerSecondMin = 2_000;
const charges = Number(process.env['BENCH_CHARGES'] ?? 60_000);
const publishedAtOnce = 500;
const pollMs = 20;
const postingTimeoutMs = 120_000;

const members = 2_000;

type MakeEvent = (call: number) => OutgoingEvent;

interface PostingCase {
  readonly name: string;
  readonly makeEvent: MakeEvent;
  /** Run before its events. */
  readonly sql?: string;
}

export const makeManyWalletsEvent: MakeEvent = (call) => makeUsageEvent(call % 10_000);
const makeOneOrgEvent: MakeEvent = (call) => makeOrgUsageEvent(call % members, 1);

const cases: readonly PostingCase[] = [
  { name: 'one hot wallet', makeEvent: () => makeUsageEvent(0) },
  { name: '10,000 wallets', makeEvent: makeManyWalletsEvent },
  { name: 'an organization', makeEvent: makeOneOrgEvent },
  { name: '500 organizations', makeEvent: (call) => makeOrgUsageEvent(call % members, 500) },
  {
    name: 'a large organization',
    makeEvent: makeOneOrgEvent,
    sql: 'INSERT INTO org_series_wallets SELECT min(wallet_id) FROM org_usage_daily',
  },
];

export interface Posting {
  readonly chargesPerSecond: number;
  readonly billingMicros: number;
  readonly postgresMicros: number;
}

/** How fast a backlog of usage events gets into the book: `npm run bench -- posting`. */
export async function measurePosting(): Promise<void> {
  const stores = await startStores('posting');
  try {
    // Creates the tables and the consumer's group.
    await (await startBilling(stores)).stop();
    const results: Posting[] = [];
    for (const { makeEvent, name, sql } of cases) {
      if (sql !== undefined) await withClient(stores.billingUrl, (client) => client.query(sql));
      results.push(await measureCase(stores, name, makeEvent));
    }
    const slowest = Math.min(...results.map((result) => result.chargesPerSecond));
    console.log(`bench: posting=${slowest.toFixed(0)} charges/s (at least ${chargesPerSecondMin})`);
    if (!(slowest >= chargesPerSecondMin)) process.exitCode = 1;
  } finally {
    await stores.stop();
  }
}

/** Publishes events, and prints how fast they were posted. */
export async function measureCase(
  stores: Stores,
  name: string,
  makeEvent: MakeEvent,
): Promise<Posting> {
  await publish(stores, makeEvent);
  const posting = await measureBacklog(stores);
  console.log(
    `${name.padEnd(20)} ${posting.chargesPerSecond.toFixed(0).padStart(7)} charges/s   ` +
      `CPU per charge: billing ${posting.billingMicros.toFixed(0)} µs, ` +
      `Postgres ${posting.postgresMicros.toFixed(0)} µs`,
  );
  return posting;
}

async function publish(stores: Stores, makeEvent: MakeEvent): Promise<void> {
  const eventLog = createEventLog({
    settings: { adapter: 'postgres', databaseUrl: stores.eventLogUrl, kafkaBrokers: [] },
    clientId: 'bench',
    logger: silentLogger,
  });
  for (let start = 0; start < charges; start += publishedAtOnce) {
    const events = Array.from({ length: publishedAtOnce }, (_, index) => makeEvent(start + index));
    await eventLog.publish(topics.usage, events);
  }
  await eventLog.close();
}

/** From the first charge that is seen in the book to the last. */
async function measureBacklog(stores: Stores): Promise<Posting> {
  return withClient(stores.billingUrl, async (client) => {
    const count = async (): Promise<number> => {
      const { rows } = await client.query<{ posted: string }>(
        'SELECT coalesce(sum(requests), 0)::text AS posted FROM key_totals',
      );
      return Number(rows[0]?.posted ?? 0);
    };
    const before = await count();
    const billing = await startBilling(stores);
    const read = async () => ({
      posted: (await count()) - before,
      atMs: performance.now(),
      billing: readCpuSeconds(billing.pid),
      postgres: readCpuSeconds(stores.postgresPid),
    });
    const deadlineMs = performance.now() + postingTimeoutMs;
    let first = await read();
    let last = first;
    while (last.posted < charges) {
      if (performance.now() > deadlineMs) throw new Error(`only ${last.posted} were posted`);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      last = await read();
      if (first.posted === 0) first = last;
    }
    await billing.stop();
    const posted = last.posted - first.posted;
    return {
      chargesPerSecond: (posted / (last.atMs - first.atMs)) * 1_000,
      billingMicros: ((last.billing - first.billing) / posted) * 1e6,
      postgresMicros: ((last.postgres - first.postgres) / posted) * 1e6,
    };
  });
}
