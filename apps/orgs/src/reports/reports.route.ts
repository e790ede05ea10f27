import type { Request, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { type Handlers, validateQuery } from '@tollgate/http';
import type { Clock } from '../shared/ports';
import { getOrgRequest } from '../shared/requester.http';
import type { ReportRequest, Reports } from './make-reports';
import { renderMembers, renderModels, renderOverview, renderTeams } from './render-report';
import { writeMembers, writeModels, writeOverview, writeTeams } from './render-report-csv';
import type { ReportMonth } from './report';
import {
  exportQuery,
  monthQuery,
  optionalMonthQuery,
  type reportOperations,
  type View,
} from './reports.operations';

export interface ReportsOptions {
  readonly reports: Reports;
  readonly clock: Clock;
}

export function createReportHandlers(options: ReportsOptions): Handlers<typeof reportOperations> {
  const { reports } = options;
  const requireMonth = (request: Request, response: Response): ReportRequest => {
    demandMonth(request);
    const month = validateQuery(monthQuery, request.query);
    return { ...getOrgRequest(request, response), month };
  };
  const chooseMonth = (request: Request, response: Response): ReportRequest => {
    const query = validateQuery(optionalMonthQuery, request.query);
    const month = fillMonth(query, options.clock.now());
    return { ...getOrgRequest(request, response), month };
  };
  return {
    'GET /api/orgs/{orgId}/reports/overview': async (request, response) => {
      const asked = chooseMonth(request, response);
      response.json(renderOverview(await reports.getOverview(asked), asked.month));
    },
    'GET /api/orgs/{orgId}/reports/by-team': async (request, response) => {
      const asked = chooseMonth(request, response);
      response.json(renderTeams(await reports.listByTeam(asked), asked.month));
    },
    'GET /api/orgs/{orgId}/reports/by-model': async (request, response) => {
      const asked = requireMonth(request, response);
      response.json(renderModels(await reports.listByModel(asked), asked.month));
    },
    'GET /api/orgs/{orgId}/reports/by-member': async (request, response) => {
      const asked = requireMonth(request, response);
      response.json(renderMembers(await reports.listByMember(asked), asked.month));
    },
    'GET /api/orgs/{orgId}/reports/export': async (request, response) => {
      demandMonth(request);
      const { view, ...month } = validateQuery(exportQuery, request.query);
      const csv = await write(reports, view, { ...getOrgRequest(request, response), month });
      response
        .set({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${nameFile(view, month)}"`,
        })
        .send(csv);
    },
  };
}

/** A missing field has its own code. */
function demandMonth({ query }: Request): void {
  for (const param of ['year', 'month']) {
    if (query[param] !== undefined && query[param] !== '') continue;
    throw new AppError('missing_required_field', { message: `${param} is required`, param });
  }
}

function fillMonth(
  given: { readonly year?: number | undefined; readonly month?: number | undefined },
  now: Date,
): ReportMonth {
  return {
    year: given.year ?? now.getUTCFullYear(),
    month: given.month ?? now.getUTCMonth() + 1,
  };
}

async function write(reports: Reports, view: View, request: ReportRequest): Promise<string> {
  switch (view) {
    case 'overview':
      return writeOverview(await reports.getOverview(request));
    case 'by-team':
      return writeTeams(await reports.listByTeam(request));
    case 'by-model':
      return writeModels(await reports.listByModel(request));
    case 'by-member':
      return writeMembers(await reports.listByMember(request));
  }
}

function nameFile(view: View, { month, year }: ReportMonth): string {
  return `report-${view}-${year}-${String(month).padStart(2, '0')}.csv`;
}
