import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { getPathParameter, getRequestId, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { z } from 'zod';
import {
  formatMonth,
  getCalendarMonth,
  getDayStartMs,
  getFirstDay,
  toMonth,
  type CalendarMonth,
} from '../shared/calendar';
import { formatTime } from '../shared/format-time';
import { getPayingCaller } from '../shared/paying-caller.http';
import { viewerRoles, type ChooseWallet } from '../wallets/choose-wallet';
import type { ReadStatement } from './ports';
import type { Statement } from './statement';
import { statementQuerySchema, type statementSchema } from './statements.operations';

export interface StatementRouteOptions {
  readonly chooseWallet: ChooseWallet;
  readonly readStatement: ReadStatement;
  readonly getNowMs: () => number;
}

/** GET /api/billing/statements/{month} */
export function createStatementRoute(options: StatementRouteOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const { orgId = null } = validateQuery(statementQuerySchema, request.query);
    const month = parseMonth(getPathParameter(request, 'month'), options.getNowMs());
    const requestId = getRequestId(response);
    const walletId = await options.chooseWallet({ caller, orgId, roles: viewerRoles, requestId });
    const span = { firstDay: getFirstDay(month), endDay: getFirstDay(month + 1) };
    const statement = await options.readStatement({ walletId, ...span });
    const isOver = options.getNowMs() >= getDayStartMs(span.endDay);
    response.json(describe(statement, month, isOver));
  };
}

const monthPattern = /^(?<year>\d{4})-(?<month>0[1-9]|1[0-2])$/;

/** Months to come have no statement. */
function parseMonth(text: string, nowMs: number): CalendarMonth {
  const { month, year } = monthPattern.exec(text)?.groups ?? {};
  const parsed = toMonth(Number(year), Number(month));
  if (Number.isInteger(parsed) && parsed >= 0 && parsed <= getCalendarMonth(nowMs)) return parsed;
  throw new AppError('unsupported_param', {
    message: 'month must be a month up to the current one as YYYY-MM',
    param: 'month',
  });
}

function describe(
  statement: Statement,
  month: CalendarMonth,
  isOver: boolean,
): z.input<typeof statementSchema> {
  return {
    month: formatMonth(month),
    from: formatTime(getDayStartMs(getFirstDay(month))),
    until: formatTime(getDayStartMs(getFirstDay(month + 1))),
    isOver,
    openingUsd: nanosToUsdNumber(statement.openingNanos),
    closingUsd: nanosToUsdNumber(statement.closingNanos),
    sums: statement.sums.map(({ amountNanos, entries, kind }) => ({
      kind,
      entries,
      amountUsd: nanosToUsdNumber(amountNanos),
    })),
    models: statement.models.map(({ amountNanos, model, requests }) => ({
      model,
      requests,
      amountUsd: nanosToUsdNumber(amountNanos),
    })),
  };
}
