import type { RequestHandler } from 'express';
import { getRequestId } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import { formatTime } from '../shared/format-time';
import type { GetOverview, Overview } from './get-overview';
import type { overviewSchema } from './overview.operations';
import { describeFigures } from './usage.route';

/** GET /api/admin/overview */
export function createOverviewRoute(getOverview: GetOverview): RequestHandler {
  return async (_request, response) => {
    response.json(describeOverview(await getOverview(getRequestId(response))));
  };
}

function describeOverview(overview: Overview): z.input<typeof overviewSchema> {
  const { book, brake, users } = overview;
  return {
    generatedAt: formatTime(overview.generatedAtMs),
    usage: {
      thisHour: describeFigures(book.thisHour),
      today: describeFigures(book.today),
      yesterday: describeFigures(book.yesterday),
    },
    topModels: book.topModels.map((row) => ({ model: row.model, ...describeFigures(row) })),
    credit: {
      wallets: book.wallets,
      balanceUsd: nanosToUsdNumber(book.balanceNanos),
      walletsBelowZero: book.walletsBelowZero,
    },
    topups: {
      pending: book.topups.pending,
      withProblem: book.topups.withProblem,
      paidTodayUsd: nanosToUsdNumber(book.topups.paidTodayNanos),
    },
    users: users === null ? null : { ...users },
    brake: { state: brake.settings.state, tripped: brake.isTripped },
  };
}
