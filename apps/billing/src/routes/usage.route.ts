import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { nanosToUsdNumber } from '@tollgate/money';
import { formatDay, getCalendarDay, getDayStartMs, type CalendarDay } from '../domain/calendar-day';
import {
  customDaysMax,
  getUsageRange,
  usagePeriods,
  type DayRange,
  type UsagePeriod,
} from '../domain/report-period';
import type { ReportScope, UsageFigures, UsageReport } from '../domain/usage-report';
import { formatTime } from './format-time';
import { getReportScope } from './paying-caller';
import { readChoice, readDay, type Query } from './read-query';

export interface UsageRouteOptions {
  readonly readUsageReport: (scope: ReportScope, range: DayRange) => Promise<UsageReport>;
  readonly getNowMs: () => number;
}

/** Calls that named no program. */
export const unknownApp = 'unknown';

/** GET /v1/usage */
export function createUsageRoute(
  options: UsageRouteOptions,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const scope = getReportScope(response);
    const nowMs = options.getNowMs();
    const { period, range } = readPeriod(request.query, getCalendarDay(nowMs));
    const report = await options.readUsageReport(scope, range);
    const untilMs = Math.max(
      getDayStartMs(range.first),
      Math.min(nowMs, getDayStartMs(range.last + 1)),
    );
    response.set({ 'cache-control': 'private, no-store', vary: 'Authorization' }).json({
      period,
      since: formatTime(getDayStartMs(range.first)),
      until: formatTime(untilMs),
      ...describeReport(report),
    });
  };
}

function readPeriod(query: Query, today: CalendarDay): { period: UsagePeriod; range: DayRange } {
  const period = readChoice(query, 'period', usagePeriods, 'month');
  if (period !== 'custom') return { period, range: getUsageRange(period, today) };
  const range = { first: readDay(query, 'from'), last: readDay(query, 'to') };
  const days = range.last - range.first + 1;
  if (days < 1 || days > customDaysMax) {
    throw new AppError('unsupported_param', {
      message: `to: must be at least from, and at most ${customDaysMax} days in all`,
      param: 'to',
    });
  }
  return { period, range };
}

function describeReport(report: UsageReport): Record<string, unknown> {
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

function describeSides({ promptTokens, completionTokens }: UsageFigures): Record<string, number> {
  return {
    promptTokens: Number(promptTokens),
    completionTokens: Number(completionTokens),
  };
}
