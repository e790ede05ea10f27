import { createBenchOrgs } from './bench-orgs';
import { startBilling, startStores } from './billing-under-test';
import { fillBook } from './fill-book';
import { makeOrgReads, pickOrgSamples } from './org-reads';
import { percentile } from './statistics';
import { makeUserReads, pickUserSamples } from './user-reads';

const p95MsMax = 50;
/** Of organizations, the largest of which made a third of all calls. */
const orgP95MsMax = 100;
const rows = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const warmupReads = 20;
const reads = Number(process.env['BENCH_READS'] ?? 200);
const readersAtOnce = 2;

/** The data need not survive a crash, and one VACUUM after filling is enough for it. */
const quickSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_wal_size: '8GB',
  autovacuum: 'off',
};

/** How long lists and reports take with millions of calls: `npm run bench -- reads`. */
export async function measureReads(): Promise<void> {
  const stores = await startStores('reads', quickSettings);
  const orgs = createBenchOrgs();
  try {
    await orgs.start?.();
    await (await startBilling(stores)).stop();
    await fillBook(stores, rows);
    const users = await pickUserSamples(stores, warmupReads + reads);
    const members = await pickOrgSamples(stores, warmupReads + reads);
    const orgsAddress = `127.0.0.1:${orgs.address().port}`;
    const billing = await startBilling(stores, { ORGS_GRPC_ADDRESS: orgsAddress });
    const missed = [
      ...(await measureAll(makeUserReads(billing), users, p95MsMax)),
      ...(await measureAll(makeOrgReads(billing), members, orgP95MsMax)),
    ];
    await billing.stop();
    for (const name of missed) console.log(`bench: too slow: ${name}`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await orgs.stop?.();
    await stores.stop();
  }
}

/** Prints one line for each read; the names of those that were too slow. */
async function measureAll<S>(
  all: Readonly<Record<string, (sample: S) => Promise<void>>>,
  samples: readonly S[],
  barMs: number,
): Promise<string[]> {
  const missed: string[] = [];
  let slowestMs = 0;
  for (const [name, read] of Object.entries(all)) {
    const latenciesMs = await measure(read, samples);
    const p95Ms = percentile(latenciesMs, 95);
    slowestMs = Math.max(slowestMs, p95Ms);
    const isMissed = !(p95Ms <= barMs);
    if (isMissed) missed.push(name);
    const figures = [
      `p50 ${formatMs(percentile(latenciesMs, 50))}`,
      `p95 ${formatMs(p95Ms)}`,
      `max ${formatMs(Math.max(...latenciesMs))}`,
    ];
    console.log(`${name.padEnd(64)} ${figures.join('   ')}   ${isMissed ? 'TOO SLOW' : 'ok'}`);
  }
  const names = Object.keys(all).length;
  console.log(`bench: ${names} reads, p95 at most ${slowestMs.toFixed(1)} ms (bar: ${barMs} ms)`);
  return missed;
}

function formatMs(ms: number): string {
  return `${ms.toFixed(1).padStart(6)} ms`;
}

async function measure<S>(
  read: (sample: S) => Promise<void>,
  samples: readonly S[],
): Promise<number[]> {
  const latenciesMs: number[] = [];
  let next = 0;
  const readAll = async (): Promise<void> => {
    while (next < warmupReads + reads) {
      const place = next++;
      const sample = samples[place % samples.length];
      if (sample === undefined) throw new Error('no calls to look at');
      const startMs = performance.now();
      await read(sample);
      if (place >= warmupReads) latenciesMs.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, readAll));
  return latenciesMs;
}
