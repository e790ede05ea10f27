import type { RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { getRequestId, validateQuery } from '@tollgate/http';
import { nanosToUsdNumber } from '@tollgate/money';
import type { CallScope, FindCallScope } from '@tollgate/org-access';
import { formatDay, getCalendarDay, getDayStartMs, type CalendarDay } from '../shared/calendar';
import { formatTime } from '../shared/format-time';
import { getPayingCaller } from '../shared/paying-caller.http';
import { customDaysMax, getUsageRange, type DayRange } from './report-period';
import { usageQuerySchema, type usageReportSchema } from './reports.operations';
import type { UsageFigures, UsageReport } from './usage-report';

export interface UsageRouteOptions {
  readonly findCallScope: FindCallScope;
  readonly readUsageReport: (scope: CallScope, range: DayRange) => Promise<UsageReport>;
  readonly getNowMs: () => number;
}

/** Calls that named no program. */
export const unknownApp = 'unknown';

/** GET /v1/usage */
export function createUsageRoute(options: UsageRouteOptions): RequestHandler {
  return async (request, response) => {
    const caller = getPayingCaller(response);
    const nowMs = options.getNowMs();
    const query = validateQuery(usageQuerySchema, request.query);
    const range = readRange(query, getCalendarDay(nowMs));
    const scope = await options.findCallScope(caller, getRequestId(response));
    const report = await options.readUsageReport(scope, range);
    const untilMs = Math.max(
      getDayStartMs(range.first),
      Math.min(nowMs, getDayStartMs(range.last + 1)),
    );
    response.json({
      period: query.period,
      since: formatTime(getDayStartMs(range.first)),
      until: formatTime(untilMs),
      ...describeReport(report),
    } satisfies z.input<typeof usageReportSchema>);
  };
}

type UsageQuery = z.infer<typeof usageQuerySchema>;

function readRange({ period, from, to }: UsageQuery, today: CalendarDay): DayRange {
  if (period !== 'custom') return getUsageRange(period, today);
  if (from === undefined) throw refuse('from', 'must be a day as YYYY-MM-DD');
  if (to === undefined) throw refuse('to', 'must be a day as YYYY-MM-DD');
  const days = to - from + 1;
  if (days < 1 || days > customDaysMax) {
    throw refuse('to', `must be at least from, and at most ${customDaysMax} days in all`);
  }
  return { first: from, last: to };
}

function refuse(param: string, message: string): AppError {
  return new AppError('unsupported_param', { message: `${param}: ${message}`, param });
}

type Report = z.input<typeof usageReportSchema>;

function describeReport(report: UsageReport): Omit<Report, 'period' | 'since' | 'until'> {
  return {
    credits: nanosToUsdNumber(report.balanceNanos),
    totals: { ...describeFigures(report.totals), ...describeSides(report.totals) },
    byModel: report.byModel.map((row) => ({
      model: row.model,
      ...describeFigures(row),
      ...describeSides(row),
    })),
    byKey: report.byKey.map((row) => ({
      keyName: row.keyName,
      keyId: row.keyId,
      ...describeFigures(row),
    })),
    byApp: report.byApp.map((row) => ({
      appName: row.appName === '' ? unknownApp : row.appName,
      ...describeFigures(row),
    })),
    timeSeries: report.series.map((row) => {
      const { spend: cost, ...counts } = describeFigures(row);
      return { date: formatDay(row.day), model: row.model, cost, ...counts };
    }),
  };
}

export function describeFigures(figures: UsageFigures): {
  spend: number;
  tokens: number;
  requests: number;
} {
  return {
    spend: nanosToUsdNumber(figures.spendNanos),
    tokens: Number(figures.promptTokens + figures.completionTokens),
    requests: Number(figures.requests),
  };
}

export function describeSides({ promptTokens, completionTokens }: UsageFigures): {
  promptTokens: number;
  completionTokens: number;
} {
  return {
    promptTokens: Number(promptTokens),
    completionTokens: Number(completionTokens),
  };
}
