import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { validateQuery } from '@tollgate/http';
import type { z } from 'zod';
import { formatDay, getCalendarDay, getMonthStart } from '../shared/calendar';
import type { PlatformUsage } from './usage-report';
import {
  platformDaysMax,
  platformUsageQuerySchema,
  type platformUsageSchema,
} from './platform-usage.operations';
import type { ReadPlatformUsage } from './ports';
import type { DayRange } from './report-period';
import { describeFigures, describeSides } from './usage.route';

export interface PlatformUsageOptions {
  readonly readPlatformUsage: ReadPlatformUsage;
  readonly getNowMs: () => number;
}

/** GET /api/admin/usage */
export function createPlatformUsageRoute(options: PlatformUsageOptions): RequestHandler {
  return async (request, response) => {
    const query = validateQuery(platformUsageQuerySchema, request.query);
    const last = query.to ?? getCalendarDay(options.getNowMs());
    const range = { first: query.from ?? getMonthStart(last), last };
    checkRange(range);
    const { model = null, provider = null } = query;
    const usage = await options.readPlatformUsage({ range, model, provider });
    response.json(describeUsage(usage, range));
  };
}

function checkRange({ first, last }: DayRange): void {
  const days = last - first + 1;
  if (days >= 1 && days <= platformDaysMax) return;
  const message = `to: must be at least from, and at most ${platformDaysMax} days in all`;
  throw new AppError('unsupported_param', { message, param: 'to' });
}

function describeUsage(usage: PlatformUsage, range: DayRange): z.input<typeof platformUsageSchema> {
  const describe = (figures: PlatformUsage['totals']) => ({
    ...describeFigures(figures),
    ...describeSides(figures),
  });
  return {
    from: formatDay(range.first),
    to: formatDay(range.last),
    totals: describe(usage.totals),
    byDay: usage.byDay.map((row) => ({ date: formatDay(row.day), ...describe(row) })),
    byModel: usage.byModel.map((row) => ({ model: row.model, ...describe(row) })),
    byProvider: usage.byProvider.map((row) => ({ provider: row.provider, ...describe(row) })),
  };
}
