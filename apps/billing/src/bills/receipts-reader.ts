import type { DayReceipts, Figures } from '@tollgate/provider-bill';
import type { ReportDatabase } from '../reports/report-database';
import type { ReadReceipts } from './ports';

interface ReceiptsRow {
  readonly day: string;
  /** Null: all models of the day. */
  readonly model: string | null;
  readonly requests: bigint;
  readonly inputTokens: bigint;
  readonly outputTokens: bigint;
  readonly costNanos: bigint;
}

/** Callers choose the names behind wildcard routes; the others are only in the totals. */
const modelsMax = 2_000;

const receiptsSql = `
WITH sums AS (
  SELECT day, model, sum(requests)::bigint AS requests, sum(spend_nanos)::bigint AS cost,
         sum(prompt_tokens)::bigint AS input, sum(completion_tokens)::bigint AS output
    FROM platform_usage_daily WHERE provider = $1 AND day = ANY($2::date[])
   GROUP BY GROUPING SETS ((day), (day, model))
), placed AS (
  SELECT *, row_number() OVER (
           PARTITION BY day, model IS NULL ORDER BY cost DESC, requests DESC, model) AS place
    FROM sums
)
SELECT day::text AS day, model, requests, input AS "inputTokens", output AS "outputTokens",
       cost AS "costNanos"
  FROM placed WHERE place <= ${modelsMax} ORDER BY day, model`;

export function createReadReceipts(database: Pick<ReportDatabase, 'read'>): ReadReceipts {
  return async (provider, days) => {
    const { rows } = await database.read((sql) =>
      sql.queryNamed<ReceiptsRow>('provider_receipts', receiptsSql, [provider, days]),
    );
    const byDay = [...Map.groupBy(rows, ({ day }) => day)];
    return new Map(byDay.map(([day, ofDay]) => [day, readDay(ofDay)]));
  };
}

function readDay(rows: readonly ReceiptsRow[]): DayReceipts {
  const totals = rows.find(({ model }) => model === null);
  return {
    totals: totals === undefined ? {} : readFigures(totals),
    byModel: new Map(
      rows.flatMap((row) => (row.model === null ? [] : [[row.model, readFigures(row)] as const])),
    ),
  };
}

function readFigures({ costNanos, inputTokens, outputTokens, requests }: ReceiptsRow): Figures {
  return { costNanos, inputTokens, outputTokens, requests };
}
