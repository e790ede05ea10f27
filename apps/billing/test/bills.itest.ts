import express from 'express';
import request, { type Response } from 'supertest';
import { createErrorHandler } from '@tollgate/http';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createBillsModule } from '../src/bills/module';
import { differencesMax, reportCharactersMax } from '../src/bills/bills.operations';
import { createReportDatabase, type ReportDatabase } from '../src/reports/report-database';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { startReports, type ReportsUnderTest } from './support/start-reports';

const path = '/api/admin/bills/compare';
const firstMs = Date.UTC(2026, 10, 14, 9);
const dayMs = 86_400_000;
const dollar = 1_000_000_000n;

let reports: ReportsUnderTest;
let reportDatabase: ReportDatabase;
let app: express.Express;

/** A call of 10 tokens in and 5 out. */
const call = (model: string, costNanos: bigint, changes: UsageRecordChanges = {}, day = 0) =>
  aGeneration({
    ...{ ulid: makeUlid(firstMs + day * dayMs), provider: 'openai', model, costNanos },
    ...changes,
  });

beforeAll(async () => {
  reports = await startReports();
  reportDatabase = createReportDatabase(reports.databaseUrl, silentLogger);
  const { handlers } = createBillsModule({ reportDatabase });
  app = express();
  app.post(path, ...[handlers[`POST ${path}`]].flat());
  app.use(createErrorHandler({ logger: silentLogger }));
  await reports.store.postCharges([
    call('openai/gpt-4o', dollar),
    call('openai/gpt-4o', dollar),
    call('openai/gpt-4.1', dollar * 3n),
    call('openai/gpt-4o', dollar * 5n, {}, 1),
    call('acme/other', dollar * 7n, { provider: 'acme' }),
  ]);
});
afterAll(async () => {
  await reportDatabase.close();
  await reports.stop();
});

const compare = (report: string, more: object = {}): Promise<Response> =>
  Promise.resolve(
    request(app)
      .post(path)
      .send({ provider: 'openai', report, ...more }),
  );

describe('POST /api/admin/bills/compare', () => {
  it('finds what differs, by day, model and figure', async () => {
    const report = [
      'date,model,requests,input_tokens,output_tokens,cost',
      '2026-11-14,gpt-4o-2024-08-06,2,20,10,2.000000001',
      '2026-11-14,gpt-4.1,1,10,6,2.5',
      '2026-11-15,gpt-4o-2024-08-06,1,10,5,5',
    ].join('\n');
    const { body, status } = await compare(report);
    expect([status, body]).toEqual([
      200,
      {
        ...{ provider: 'openai', from: '2026-11-14', to: '2026-11-15', days: 2 },
        ...{ compared: 12, differing: 2 },
        differences: [
          {
            ...{ date: '2026-11-14', model: 'openai/gpt-4.1', figure: 'output_tokens' },
            ...{ billed: 6, receipts: 5, difference: 1 },
          },
          {
            ...{ date: '2026-11-14', model: 'openai/gpt-4.1', figure: 'cost' },
            ...{ billed: 2.5, receipts: 3, difference: -0.5 },
          },
        ],
      },
    ]);
  });

  it('compares totals of a bill without models, and days without receipts', async () => {
    const { body } = await compare('date,cost\n2026-11-14,5\n2026-11-20,1');
    expect(body.differences).toEqual([
      {
        ...{ date: '2026-11-20', model: null, figure: 'cost', billed: 1 },
        ...{ receipts: 0, difference: 1 },
      },
    ]);
    expect(body).toMatchObject({ days: 2, compared: 2 });
  });

  it('takes tolerances and names of models', async () => {
    const report = 'date,model,cost\n2026-11-15,house-model,5.4';
    const names = { 'house-model': 'openai/gpt-4o' };
    const counts = async (more: object): Promise<number> =>
      (await compare(report, more)).body.differing;
    expect(await counts({ names })).toBe(1);
    expect(await counts({ names, tolerancePercent: 10 })).toBe(0);
    expect(await counts({ names, minUsd: 0.4 })).toBe(0);
    expect(await counts({})).toBe(2);
  });

  it('shows 1,000 differences and counts all', async () => {
    const rows = Array.from({ length: 1_500 }, (_, place) => `2026-11-14,m${place},9`);
    const { body } = await compare(`date,model,cost\n${rows.join('\n')}`);
    expect(body.differing).toBe(1_502);
    expect(body.differences).toHaveLength(differencesMax);
  });

  it.each<[string, object, string]>([
    ['no report', { report: '' }, 'report'],
    ['one that is too long', { report: 'x'.repeat(reportCharactersMax + 1) }, 'report'],
    ['a file of another kind', { report: 'a,b\n1,2' }, 'report'],
    ['broken JSON', { report: '{"data":' }, 'report'],
    ['more than 92 days', { report: listDays(93) }, 'report'],
    ['an unknown field', { report: 'date,cost\n2026-11-14,5', tolerance: 1 }, 'tolerance'],
    ['a negative tolerance', { report: 'date,cost\n2026-11-14,5', minUsd: -1 }, 'minUsd'],
  ])('refuses %s', async (_what, given, param) => {
    const { body, status } = await compare('', given);
    expect([status, body.error.param]).toEqual([400, param]);
  });
});

function listDays(count: number): string {
  const days = Array.from({ length: count }, (_, place) =>
    new Date(firstMs - place * dayMs).toISOString().slice(0, 10),
  );
  return `date,cost\n${days.map((day) => `${day},1`).join('\n')}`;
}
