import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBenchOrgs } from './bench-orgs';
import {
  getStoresDirectory,
  startBilling,
  startStores,
  type Billing,
  type Stores,
} from './billing-under-test';
import { fillBook, quickSettings } from './fill-book';
import { makeOrgReads, pickOrgSamples } from './org-reads';
import { readCpuSeconds } from './process-cpu';
import { percentile } from './statistics';
import { makeUserReads, pickUserSamples } from './user-reads';

const p95MsMax = 50;
const rows = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const warmupReads = 20;
const reads = Number(process.env['BENCH_READS'] ?? 200);
const readersAtOnce = 2;
/** The calls end when they were made; later, "the last days" have none. */
const reuseMsMax = 12 * 3_600_000;
const storesName = 'reads';

/**
 * How long lists and reports take with millions of calls: `npm run bench -- reads`. With `--keep`
 * the data stay, and the next run with `--keep` reads them again; with a further word it makes only
 * reads whose names contain it.
 */
export async function measureReads(options: readonly string[]): Promise<void> {
  const keeps = options.includes('--keep');
  const [wanted = ''] = options.filter((option) => option !== '--keep');
  const reuses = keeps && isFilled();
  const stores = await startStores(storesName, { settings: quickSettings, keeps, reuses });
  const orgs = createBenchOrgs();
  let billing: Billing | undefined;
  try {
    await orgs.start?.();
    if (!reuses) await fill(stores);
    const users = await pickUserSamples(stores, warmupReads + reads);
    const members = await pickOrgSamples(stores, warmupReads + reads);
    const orgsAddress = `127.0.0.1:${orgs.address().port}`;
    billing = await startBilling(stores, { ORGS_GRPC_ADDRESS: orgsAddress });
    const { pid } = billing;
    const readCpu = (): number => readCpuSeconds(pid) + readCpuSeconds(stores.postgresPid);
    const missed = [
      ...(await measureAll(pick(makeUserReads(billing), wanted), users, readCpu)),
      ...(await measureAll(pick(makeOrgReads(billing), wanted), members, readCpu)),
    ];
    for (const name of missed) console.log(`bench: too slow: ${name}`);
    if (missed.length > 0) process.exitCode = 1;
  } finally {
    await billing?.stop();
    await orgs.stop?.();
    await stores.stop();
  }
}

const getNoteFile = (): string => join(getStoresDirectory(storesName), 'filled.json');

async function fill(stores: Stores): Promise<void> {
  await (await startBilling(stores)).stop();
  await fillBook(stores, rows);
  writeFileSync(getNoteFile(), JSON.stringify({ rows, filledMs: Date.now() }));
}

function isFilled(): boolean {
  if (!existsSync(getNoteFile())) return false;
  const note = JSON.parse(readFileSync(getNoteFile(), 'utf8')) as Record<string, number>;
  return note['rows'] === rows && Date.now() - (note['filledMs'] ?? 0) < reuseMsMax;
}

function pick<T>(all: Readonly<Record<string, T>>, wanted: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.includes(wanted)));
}

/** Prints one line for each read; the names of those that were too slow. */
async function measureAll<S>(
  all: Readonly<Record<string, (sample: S) => Promise<void>>>,
  samples: readonly S[],
  readCpu: () => number,
): Promise<string[]> {
  const missed: string[] = [];
  let slowestMs = 0;
  for (const [name, read] of Object.entries(all)) {
    const cpuBefore = readCpu();
    const { failures, latenciesMs } = await measure(read, samples);
    const cpuMs = ((readCpu() - cpuBefore) * 1_000) / (warmupReads + reads);
    const p95Ms = percentile(latenciesMs, 95);
    slowestMs = Math.max(slowestMs, p95Ms);
    const isMissed = !(p95Ms <= p95MsMax) || failures > 0;
    if (isMissed) missed.push(name);
    const verdict = failures > 0 ? `${failures} FAILED` : isMissed ? 'TOO SLOW' : 'ok';
    const figures = [
      `p50 ${formatMs(percentile(latenciesMs, 50))}`,
      `p95 ${formatMs(p95Ms)}`,
      `max ${formatMs(Math.max(...latenciesMs))}`,
      `CPU ${formatMs(cpuMs)}`,
    ];
    console.log(`${name.padEnd(64)} ${figures.join('   ')}   ${verdict}`);
  }
  const names = Object.keys(all).length;
  console.log(
    `bench: ${names} reads, p95 at most ${slowestMs.toFixed(1)} ms (bar: ${p95MsMax} ms)`,
  );
  return missed;
}

function formatMs(ms: number): string {
  return `${ms.toFixed(1).padStart(6)} ms`;
}

async function measure<S>(
  read: (sample: S) => Promise<void>,
  samples: readonly S[],
): Promise<{ readonly latenciesMs: readonly number[]; readonly failures: number }> {
  const latenciesMs: number[] = [];
  let failures = 0;
  let next = 0;
  const readAll = async (): Promise<void> => {
    while (next < warmupReads + reads) {
      const place = next++;
      const sample = samples[place % samples.length];
      if (sample === undefined) throw new Error('no calls to look at');
      const startMs = performance.now();
      // A report that takes too long is answered with 503.
      await read(sample).catch((error: unknown) => {
        if (failures++ === 0) console.error(error instanceof Error ? error.message : error);
      });
      if (place >= warmupReads) latenciesMs.push(performance.now() - startMs);
    }
  };
  await Promise.all(Array.from({ length: readersAtOnce }, readAll));
  return { failures, latenciesMs };
}
