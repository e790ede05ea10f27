import { waitUntil, withClient } from '@tollgate/embedded';
import { startGateway, type Gateway } from './gateway';
import { measureCalls, reportFigures, reportRatio } from './measure-calls';
import { takeMedian, type Figures } from './statistics';

const manyModels = Number(process.env['BENCH_MODELS'] ?? 5_000);
const routesPerModel = 2;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const steadyMs = 8_000;
const times = { warmupMs: 700, measureMs: 3_000 };
const catalogTimeoutMs = 60_000;

/** Models with two routes each, as operators would have stored them. */
const insertModelsSql = `
WITH made AS (
  INSERT INTO relay.models (id, document)
  SELECT 'bench/model-' || n, jsonb_build_object(
    'id', 'bench/model-' || n, 'name', 'Model ' || n, 'kind', 'chat', 'contextLength', 128000,
    'supportedParameters', '["tools","response_format"]'::jsonb,
    'prices', '{"prompt":"1","completion":"2"}'::jsonb)
  FROM generate_series(1, $1::int) AS n
  RETURNING id
)
INSERT INTO relay.routes (id, pattern, provider_key_id, protocol, priority)
SELECT 'route_bench-' || id || '-' || way, id, (
    SELECT id FROM relay.provider_keys WHERE provider = 'simulator' ORDER BY id LIMIT 1
  ), 'openai', way
FROM made, generate_series(1, ${routesPerModel}) AS way`;

const setShownSql = [
  `UPDATE relay.models SET hidden_at = CASE WHEN $1 THEN NULL ELSE now() END
   WHERE id LIKE 'bench/%'`,
  `UPDATE relay.routes SET enabled = $1 WHERE id LIKE 'route_bench-%'`,
];

/** All of them in one change: relays swap their snapshot once. */
async function changeCatalog(
  { baseUrl, databaseUrl }: Gateway,
  statements: readonly string[],
  value: number | boolean,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement, [value]);
    await client.query('UPDATE relay.catalog_version SET version = version + 1');
    await client.query('COMMIT');
  });
  const isThere = async (): Promise<boolean> =>
    (await fetch(`${baseUrl}/v1/models/bench/model-${manyModels}`)).ok === Boolean(value);
  await waitUntil(isThere, { timeoutMs: catalogTimeoutMs });
}

/** By turns with few and with many, so that both meet the same moods of the machine. */
async function measureByTurns(gateway: Gateway): Promise<{ few: Figures[]; many: Figures[] }> {
  const few: Figures[] = [];
  const many: Figures[] = [];
  for (let round = 1; round <= rounds; round++) {
    await changeCatalog(gateway, setShownSql, false);
    few.push(await measureCalls({ ...gateway, ...times }));
    await changeCatalog(gateway, setShownSql, true);
    many.push(await measureCalls({ ...gateway, ...times }));
  }
  return { few, many };
}

/** The same calls with few and with very many models around: `npm run bench -- catalog`. */
export async function measureCatalog(): Promise<void> {
  const gateway = await startGateway();
  try {
    console.log(`bench: ${manyModels} models and ${manyModels * routesPerModel} routes …`);
    await changeCatalog(gateway, [insertModelsSql], manyModels);
    await measureCalls({ ...gateway, warmupMs: steadyMs, measureMs: 1 });
    const { few, many } = await measureByTurns(gateway);
    reportFigures('shipped catalog', takeMedian(few));
    reportFigures(`${manyModels} models more`, takeMedian(many));

    reportRatio('catalog', takeMedian(many), takeMedian(few));
  } finally {
    await gateway.stop();
  }
}
