import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nanosToUsdNumber } from '@tollgate/money';
import type { DoctorAccount } from './choose-account';
import type { DoctorModel } from './choose-model';
import type { CaseReport } from './run-doctor';

const nameColumns = 22;
const timeColumns = 9;
const costColumns = 12;
const marks = { ok: 'ok   ', lacks: 'lacks', wrong: 'WRONG' } as const;

export const tableHead = [
  '     ',
  'case'.padEnd(nameColumns),
  'ms'.padStart(timeColumns),
  'USD'.padStart(costColumns),
].join(' ');

/** One line of the table. */
export function formatCase({ costNanos, name, totalMs, verdict }: CaseReport): string {
  const cost = costNanos === undefined ? '?' : nanosToUsdNumber(costNanos).toFixed(6);
  return [
    marks[verdict.kind],
    name.padEnd(nameColumns),
    totalMs.toFixed(0).padStart(timeColumns),
    cost.padStart(costColumns),
    ` ${verdict.detail}`,
  ]
    .join(' ')
    .trimEnd();
}

export function formatTotal(reports: readonly CaseReport[]): string {
  const count = (kind: CaseReport['verdict']['kind']): number =>
    reports.filter(({ verdict }) => verdict.kind === kind).length;
  const isPriced = reports.every(({ costNanos }) => costNanos !== undefined);
  const cost = nanosToUsdNumber(reports.reduce((sum, { costNanos = 0n }) => sum + costNanos, 0n));
  const money = isPriced ? `${cost.toFixed(6)} USD` : 'cost unknown: the model has no price here';
  return `${count('ok')} ok, ${count('lacks')} lacking, ${count('wrong')} wrong; ${money}`;
}

export interface Checkup {
  readonly account: DoctorAccount;
  readonly model: DoctorModel;
  readonly reports: readonly CaseReport[];
}

/** As JSON, without the key and without what was sent and received. */
export function writeReport(file: string, { account, model, reports }: Checkup): void {
  const cases = reports.map(({ costNanos, firstContentMs, name, totalMs, verdict }) => ({
    name,
    verdict: verdict.kind,
    detail: verdict.detail,
    ms: Math.round(totalMs),
    first_content_ms: firstContentMs === undefined ? null : Math.round(firstContentMs),
    cost_usd: costNanos === undefined ? null : nanosToUsdNumber(costNanos),
  }));
  writeJson(file, {
    at: new Date().toISOString(),
    provider: account.provider,
    protocol: account.protocol,
    model: model.upstreamModel,
    cases,
  });
}

/** One file for every exchange, in the order in which they were made. */
export function writeRecordings(folder: string, reports: readonly CaseReport[]): number {
  const all = reports.flatMap(({ name, recordings }) =>
    recordings.map((recording) => ({ name: name.replaceAll(/\W+/g, '-'), recording })),
  );
  all.forEach(({ name, recording }, index) => {
    const { encoding, requestBody, responseBody, status, url } = recording;
    const number = String(index + 1).padStart(2, '0');
    writeJson(join(folder, `${number}-${name}.json`), {
      request: { path: url, body: requestBody },
      response: { status, ...(encoding !== undefined && { encoding }), body: responseBody },
    });
  });
  return all.length;
}

function writeJson(file: string, value: unknown): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
