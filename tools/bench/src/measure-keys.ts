import { readFileSync } from 'node:fs';
import { withClient } from '@tollgate/embedded';
import { Pool } from 'undici';
import { startGateway, type Gateway } from './gateway';
import { measureCalls, reportRatio } from './measure-calls';
import { percentile, takeMedian, type Figures } from './statistics';

const fewKeys = 1_000;
const manyKeys = Number(process.env['BENCH_KEYS'] ?? 100_000);
const keysPerUser = 10;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
const connections = 32;
/** The first of each lot are called one after the other: the latency without a queue. */
const keysAlone = 300;
const steadyMs = 8_000;
const times = { warmupMs: 700, measureMs: 3_000 };

const makeSecret = (index: number): string => `sk-tg-bench-${String(index).padStart(9, '0')}`;

/** Keys of many users, as auth would have stored them; the first is number `from`. */
const insertKeysSql = `
WITH numbers AS (SELECT generate_series($1::int, $2::int - 1) AS n),
owners AS (
  INSERT INTO auth.users (id, email, password_hash, created_at)
  SELECT 'user_' || lpad((n / ${keysPerUser})::text, 26, '0'),
         'key-owner-' || n / ${keysPerUser} || '@tollgate.local', '', now()
    FROM numbers GROUP BY n / ${keysPerUser}
  ON CONFLICT DO NOTHING
)
INSERT INTO auth.api_keys (id, user_id, label, key_type, key_hash, key_prefix, key_suffix,
  is_enabled, allowed_cidrs, has_free_fallback, created_at, updated_at)
SELECT 'key_' || lpad(n::text, 26, '0'), 'user_' || lpad((n / ${keysPerUser})::text, 26, '0'),
       'bench', 'standard', encode(sha256(('sk-tg-bench-' || lpad(n::text, 9, '0'))::bytea), 'hex'),
       'sk-tg-bench', right(n::text, 4), true, '{}', true, now(), now()
  FROM numbers`;

async function insertKeys({ databaseUrl }: Gateway, from: number, to: number): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(insertKeysSql, [from, to]);
    await client.query('ANALYZE auth.api_keys, auth.users');
  });
}

/** Calls once with each key; the edge has met none of them before. */
async function useEach(
  { baseUrl }: Gateway,
  [from, to]: readonly [from: number, to: number],
  atOnce: number,
): Promise<number[]> {
  const pool = new Pool(baseUrl, { connections: atOnce, pipelining: 1 });
  const latenciesMs: number[] = [];
  let next = from;
  const run = async (): Promise<void> => {
    while (next < to) {
      const authorization = `Bearer ${makeSecret(next++)}`;
      const sentMs = performance.now();
      const path = '/v1/chat/completions';
      const answer = await pool.request({
        path,
        method: 'POST',
        headers: { authorization },
        body: '{}',
      });
      await answer.body.dump();
      // Known to the gateway, and refused only because it says nothing.
      if (answer.statusCode !== 400) throw new Error(`a key was answered ${answer.statusCode}`);
      latenciesMs.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  await pool.close();
  return latenciesMs;
}

interface FirstCalls {
  readonly aloneMs: readonly number[];
  readonly togetherMs: readonly number[];
}

async function useNewKeys(gateway: Gateway, from: number, to: number): Promise<FirstCalls> {
  const aloneMs = await useEach(gateway, [from, from + keysAlone], 1);
  const togetherMs = await useEach(gateway, [from + keysAlone, to], connections);
  return { aloneMs, togetherMs };
}

async function measureBusyKeys(gateway: Gateway): Promise<Figures> {
  await measureCalls({ ...gateway, warmupMs: steadyMs, measureMs: 1 });
  const figures: Figures[] = [];
  for (let round = 1; round <= rounds; round++) {
    figures.push(await measureCalls({ ...gateway, ...times }));
  }
  return takeMedian(figures);
}

function report(gateway: Gateway, keys: number, busy: Figures, first: FirstCalls): void {
  const [alone, together] = [first.aloneMs, first.togetherMs].map((all) =>
    [50, 99].map((percent) => `p${percent} ${percentile(all, percent).toFixed(2)} ms`).join(', '),
  );
  console.log(
    `${String(keys).padStart(7)} keys: busy ones ${busy.requestsPerSecond.toFixed(0)} req/s, ` +
      `p50 ${busy.p50Ms.toFixed(2)} ms, p99 ${busy.p99Ms.toFixed(2)} ms; ` +
      `first call of a key ${alone}, of ${connections} at once ${together}; ` +
      `edge ${readMegabytes(gateway.pids.edge)} MB`,
  );
}

function readMegabytes(pid: number): string {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return ((pages * 4_096) / 2 ** 20).toFixed(0);
}

/** The same few callers with few and with many keys in the house: `npm run bench -- keys`. */
export async function measureKeys(): Promise<void> {
  const gateway = await startGateway();
  try {
    await insertKeys(gateway, 0, fewKeys);
    const fewFirst = await useNewKeys(gateway, 0, fewKeys);
    const few = await measureBusyKeys(gateway);
    report(gateway, fewKeys, few, fewFirst);

    console.log(`bench: making and using ${manyKeys} keys …`);
    await insertKeys(gateway, fewKeys, manyKeys);
    const manyFirst = await useNewKeys(gateway, fewKeys, manyKeys);
    const many = await measureBusyKeys(gateway);
    report(gateway, manyKeys, many, manyFirst);

    reportRatio('keys', many, few);
  } finally {
    await gateway.stop();
  }
}
