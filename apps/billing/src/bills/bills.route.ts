import { AppError } from '@tollgate/errors';
import { type Handlers, readJsonBody, validate } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import {
  BillError,
  compareBill,
  makeTolerance,
  readBill,
  type Bill,
  type Difference,
  type Figure,
} from '@tollgate/provider-bill';
import type { z } from 'zod';
import {
  compareBillBody,
  differencesMax,
  type billComparisonSchema,
  type billOperations,
} from './bills.operations';
import type { ReadReceipts } from './ports';

type Answer = z.input<typeof billComparisonSchema>;

const figureNames = {
  requests: 'requests',
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  costNanos: 'cost',
} as const satisfies Readonly<Record<Figure, Answer['differences'][number]['figure']>>;

const decimals = 9;

export function createBillHandlers(options: {
  readonly readReceipts: ReadReceipts;
}): Handlers<typeof billOperations> {
  return {
    'POST /api/admin/bills/compare': async (request, response) => {
      const body = validate(compareBillBody, await readJsonBody(request));
      const { minUsd, names, provider, report, tolerancePercent } = body;
      const { days, rows } = readReport(report);
      const receipts = await options.readReceipts(provider, days);
      const tolerance = makeTolerance({
        percent: tolerancePercent.toFixed(decimals),
        minUsd: minUsd.toFixed(decimals),
      });
      const given = { tolerance, names: new Map(Object.entries(names)) };
      const { compared, differences } = compareBill(rows, receipts, given);
      response.json({
        provider,
        from: days[0],
        to: days.at(-1) ?? days[0],
        days: days.length,
        compared,
        differing: differences.length,
        differences: differences.slice(0, differencesMax).map(describeDifference),
      } satisfies Answer);
    },
  };
}

/** Raises: unsupported_param. */
function readReport(report: string): Bill {
  try {
    return readBill(report);
  } catch (error) {
    if (!(error instanceof BillError)) throw error;
    throw new AppError('unsupported_param', {
      message: `report: ${error.message}`,
      param: 'report',
      cause: error,
    });
  }
}

function describeDifference({
  billed,
  day,
  figure,
  model,
  ours,
}: Difference): Answer['differences'][number] {
  const show = (value: bigint): number =>
    figure === 'costNanos' ? nanosToUsdNumber(value) : Number(value);
  return {
    date: day,
    model,
    figure: figureNames[figure],
    billed: show(billed),
    receipts: show(ours),
    difference: show(billed - ours),
  };
}
