import { Secret } from '@tollgate/config';
import { OrgBillingServiceClient, UsageRecorded, WalletServiceClient } from '@tollgate/contracts';
import { withClient } from '@tollgate/embedded';
import {
  anonymousIdentity,
  createIdentitySigner,
  identityHeader,
  type CallerIdentity,
} from '@tollgate/identity';
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
import { callsPerUser, days, insertCallsSql, largeOrg, readModelSteps } from './usage-rows';

const p95MsMax = 50;
/** Of organizations, the largest of which made a third of all calls. */
const orgP95MsMax = 100;
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
    const slowestMs = await measureAll(makeReads(billing), samples);
    const orgSamples = await pickOrgSamples(stores);
    const slowestOrgMs = await measureAll(makeOrgReads(billing), orgSamples);
    await billing.stop();
    console.log(`bench: reads_p95=${slowestMs.toFixed(1)} ms (at most ${p95MsMax})`);
    console.log(`bench: org_reads_p95=${slowestOrgMs.toFixed(1)} ms (at most ${orgP95MsMax})`);
    if (!(slowestMs <= p95MsMax && slowestOrgMs <= orgP95MsMax)) process.exitCode = 1;
  } finally {
    await stores.stop();
  }
}

/** The 95th percentile of the slowest. */
async function measureAll<S>(
  all: Readonly<Record<string, (sample: S) => Promise<void>>>,
  samples: readonly S[],
): Promise<number> {
  let slowestMs = 0;
  for (const [name, read] of Object.entries(all)) {
    const latenciesMs = await measure(read, samples);
    const p95Ms = percentile(latenciesMs, 95);
    slowestMs = Math.max(slowestMs, p95Ms);
    console.log(
      `${name.padEnd(30)} p50 ${percentile(latenciesMs, 50).toFixed(1).padStart(6)} ms   ` +
        `p95 ${p95Ms.toFixed(1).padStart(6)} ms   max ${Math.max(...latenciesMs).toFixed(1)} ms`,
    );
  }
  return slowestMs;
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
        WHERE wallet_id LIKE 'user%' GROUP BY wallet_id ORDER BY md5(wallet_id) LIMIT ${warmupReads + reads}`,
    );
    return found.map((row) => ({ ulid: row.ulid, userId: row.wallet_id, keyId: row.key_id }));
  });
}

function makeReads(billing: Billing): Record<string, Read> {
  const get =
    (path: (sample: Sample) => string): Read =>
    (sample) => {
      const { userId, keyId } = sample;
      return readAs(billing, path(sample), { userId, keyId, walletId: userId });
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

interface OrgSample {
  readonly orgId: string;
  readonly memberId: string;
  readonly year: number;
  readonly month: number;
}

/** Every other one of the largest organization, in this month or the one before. */
async function pickOrgSamples(stores: Stores): Promise<OrgSample[]> {
  return withClient(stores.billingUrl, async (client) => {
    const { rows: found } = await client.query<OrgSample>(
      `SELECT wallet_id AS "orgId", member_id AS "memberId",
              extract(year FROM month)::int AS year, extract(month FROM month)::int AS month
         FROM org_usage_monthly WHERE month >= date_trunc('month', now() - interval '1 month')
        ORDER BY md5(member_id || model || month) LIMIT ${warmupReads + reads}`,
    );
    return found.map((sample, place) => (place % 2 ? { ...sample, orgId: largeOrg } : sample));
  });
}

function makeOrgReads(billing: Billing): Record<string, (sample: OrgSample) => Promise<void>> {
  const client = createGrpcClient(OrgBillingServiceClient, {
    address: billing.grpcAddress,
    serviceSecret: new Secret(serviceSecret),
    logger: silentLogger,
  });
  type Ask = (of: OrgSample) => Promise<unknown>;
  const options = { deadlineMs: grpcDeadlineMs };
  const ask = (call: Ask) => async (sample: OrgSample) => void (await call(sample));
  const asMember = (path: string) => (sample: OrgSample) => {
    const { memberId, orgId } = sample;
    return readAs(billing, path, { walletId: orgId, org: { orgId, teamId: '', memberId } });
  };
  return {
    'organization, overview': ask((of) =>
      callUnary(client.getOrgOverview.bind(client), of, options),
    ),
    'organization, by team': ask((of) => callUnary(client.listTeamSpend.bind(client), of, options)),
    'organization, by model': ask((of) =>
      callUnary(client.listModelSpend.bind(client), of, options),
    ),
    'organization, by member': ask((of) =>
      callUnary(client.listMemberSpend.bind(client), of, options),
    ),
    'usage of a member, month': asMember('/v1/usage'),
    'insights of a member, 7 days': asMember('/v1/insights'),
    'usage of the platform, 30 days': () => {
      const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
      return readAs(billing, `/api/admin/usage?from=${from}`, { kind: 'operator' });
    },
  };
}

/** A request as the edge would pass it on. */
async function readAs(
  billing: Billing,
  path: string,
  caller: Partial<CallerIdentity>,
): Promise<void> {
  const signer = createIdentitySigner({ secret: new Secret(identitySecret) });
  const identity = { ...anonymousIdentity, kind: 'standard_key', ...caller } as const;
  const url = `${billing.baseUrl}${path}`;
  const headers = { [identityHeader]: signer.sign(identity, Date.now()) };
  const answer = await fetch(url, { headers });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body.slice(0, 200)}`);
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
