import { Secret } from '@tollgate/config';
import { UsageRecorded, WalletServiceClient } from '@tollgate/contracts';
import { withClient } from '@tollgate/embedded';
import { anonymousIdentity, createIdentitySigner, identityHeader } from '@tollgate/identity';
import { silentLogger } from '@tollgate/observability';
import { callUnary, createGrpcClient } from '@tollgate/rpc';
import {
  identitySecret,
  serviceSecret,
  startBilling,
  startStores,
  type Billing,
  type Stores,
} from './billing-under-test';
import { percentile } from './statistics';
import { makeUsageRecord } from './usage-events';
import { callsPerUser, days, insertCallsSql, readModelSteps } from './usage-rows';

const p95MsMax = 50;
const rows = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const rowsAtOnce = 250_000;
const warmupReads = 50;
const reads = 500;
const readersAtOnce = 2;
const grpcDeadlineMs = 10_000;

/** Only while the rows are made; nothing is lost when this data is. */
const quickSettings = { fsync: 'off', full_page_writes: 'off', max_wal_size: '8GB' };

interface Sample {
  readonly ulid: string;
  readonly userId: string;
  readonly keyId: string;
}

type Read = (sample: Sample) => Promise<void>;

/** What people look at, with millions of rows in the book: `npm run bench -- reads`. */
export async function measureReads(): Promise<void> {
  const stores = await startStores('reads', quickSettings);
  try {
    await (await startBilling(stores)).stop();
    await fillBook(stores);
    const samples = await pickSamples(stores);
    const billing = await startBilling(stores);
    let slowestMs = 0;
    for (const [name, read] of Object.entries(makeReads(billing))) {
      const latenciesMs = await measure(read, samples);
      const p95Ms = percentile(latenciesMs, 95);
      slowestMs = Math.max(slowestMs, p95Ms);
      console.log(
        `${name.padEnd(26)} p50 ${percentile(latenciesMs, 50).toFixed(1).padStart(6)} ms   ` +
          `p95 ${p95Ms.toFixed(1).padStart(6)} ms   max ${Math.max(...latenciesMs).toFixed(1)} ms`,
      );
    }
    await billing.stop();
    console.log(`bench: reads_p95=${slowestMs.toFixed(1)} ms (at most ${p95MsMax})`);
    if (!(slowestMs <= p95MsMax)) process.exitCode = 1;
  } finally {
    await stores.stop();
  }
}

export async function fillBook(stores: Stores): Promise<void> {
  const startedMs = performance.now();
  const say = (text: string): void => {
    console.log(`${((performance.now() - startedMs) / 1_000).toFixed(0).padStart(4)} s  ${text}`);
  };
  const record = Buffer.from(UsageRecorded.encode(makeUsageRecord(1)).finish());
  await withClient(stores.billingUrl, async (client) => {
    await client.query("SET synchronous_commit = off; SET work_mem = '256MB'");
    await client.query(
      `SELECT ensure_month((now() - make_interval(months => back))::date)
         FROM generate_series(0, ${Math.ceil(days / 28)}) AS back`,
    );
    const nowMs = Date.now();
    const users = Math.ceil(rows / callsPerUser);
    for (let first = 1; first <= rows; first += rowsAtOnce) {
      const last = Math.min(rows, first + rowsAtOnce - 1);
      await client.query(insertCallsSql, [first, last, rows, nowMs, record, users]);
      say(`${last.toLocaleString('en')} of ${rows.toLocaleString('en')} calls`);
    }
    for (const [name, sql] of readModelSteps) {
      await client.query(sql);
      say(name);
    }
    await client.query('VACUUM ANALYZE');
    say('ready');
  });
}

/** One call each of different users, so that no insights come from the cache. */
async function pickSamples(stores: Stores): Promise<Sample[]> {
  return withClient(stores.billingUrl, async (client) => {
    const { rows: found } = await client.query<Record<'ulid' | 'wallet_id' | 'key_id', string>>(
      `SELECT min(ulid) AS ulid, wallet_id, min(key_id) AS key_id FROM generations
        GROUP BY wallet_id ORDER BY md5(wallet_id) LIMIT ${warmupReads + reads}`,
    );
    return found.map((row) => ({ ulid: row.ulid, userId: row.wallet_id, keyId: row.key_id }));
  });
}

function makeReads(billing: Billing): Record<string, Read> {
  const signer = createIdentitySigner({ secret: new Secret(identitySecret) });
  const get =
    (path: (sample: Sample) => string): Read =>
    async (sample) => {
      const { userId, keyId } = sample;
      const identity = { ...anonymousIdentity, kind: 'standard_key', userId, keyId } as const;
      const header = signer.sign({ ...identity, walletId: userId }, Date.now());
      const url = `${billing.baseUrl}${path(sample)}`;
      const answer = await fetch(url, { headers: { [identityHeader]: header } });
      const body = await answer.text();
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body.slice(0, 200)}`);
    };
  const client = createGrpcClient(WalletServiceClient, {
    address: billing.grpcAddress,
    serviceSecret: new Secret(serviceSecret),
    logger: silentLogger,
  });
  return {
    'usage, month': get(() => '/v1/usage'),
    'usage, year': get(() => '/v1/usage?period=year'),
    'insights, 7 days': get(() => '/v1/insights'),
    'insights, 30 days, filter': get(({ keyId }) => `/v1/insights?period=30d&api_key_id=${keyId}`),
    'insights, all': get(() => '/v1/insights?period=all'),
    generation: get(({ ulid }) => `/v1/generation?id=gen-${ulid}`),
    credits: get(() => '/v1/credits'),
    ledger: get(() => '/api/billing/ledger'),
    // GET /v1/key is auth's; these are the figures that it asks billing for.
    'key figures': async ({ userId, keyId }) => {
      const call = client.listKeyUsage.bind(client);
      const request = { walletId: userId, keyIds: [keyId] };
      await callUnary(call, request, { deadlineMs: grpcDeadlineMs });
    },
  };
}

async function measure(read: Read, samples: readonly Sample[]): Promise<number[]> {
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
