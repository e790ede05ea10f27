import { randomInt } from 'node:crypto';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { createDatabase, isTransientDatabaseError, type Database } from '@tollgate/postgres';
import { createAddLargeOrgs } from '../../src/ledger/large-org-store';
import { createFillNextDay } from '../../src/ledger/org-series-fill-store';
import type { BookStore, FillNextDay } from '../../src/ledger/ports';
import type { Generation } from '../../src/ledger/usage';
import { verifyBook } from '../../src/verify/verify-book';
import { aGeneration, type UsageRecordChanges } from './a-generation';
import { startReports, type ReportsUnderTest } from './start-reports';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** The calls of most tests are around it. */
export const middleMs = Date.UTC(2026, 9, 31, 12);
export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

export const newOrg = (): string => `org_${makeUlid()}`;

export const makeCall = (
  orgId: string,
  timeMs: number,
  changes: UsageRecordChanges = {},
): Generation =>
  aGeneration({ ulid: makeUlid(timeMs), walletId: orgId, orgId, userId: 'user_1', ...changes });

/** Many are next to the half, the quarter or the whole of an hour. */
export function makeCalls(
  orgId: string,
  count: number,
  centerMs: number,
  days: number,
): Generation[] {
  return Array.from({ length: count }, () => {
    const offsetMs = randomInt(days * dayMs) - (days / 2) * dayMs;
    const quarterMs = hourMs / 4;
    const nearMs = Math.round(offsetMs / quarterMs) * quarterMs + randomInt(3) - 1;
    const member = randomInt(-1, 15);
    return makeCall(orgId, centerMs + (randomInt(2) === 0 ? offsetMs : nearMs), {
      costNanos: pick([0n, BigInt(randomInt(1_000_000_000))]),
      model: `acme/${randomInt(14)}`,
      memberId: member < 0 ? '' : `mem_${member}`,
      teamId: member < 0 ? '' : `team_${member % 12}`,
      keyId: `key_${orgId}_${member}_${randomInt(2)}`,
      appName: pick(['', 'Cursor', 'Claude Code']),
      errorCode: pick(['', '', 'upstream_error']),
      durationMs: BigInt(randomInt(5_000)),
    });
  });
}

/** The sums that `org_series` and `org_latency` must have, made of the calls themselves. */
const wantedSql = `
SELECT wallet_id, dimension, period, name, by.key_id, by.team_id, starts_at,
       sum(cost_nanos)::text AS spend,
       count(*)::text AS requests, sum(prompt_tokens + completion_tokens)::text AS tokens,
       count(*) FILTER (WHERE call_status = 'error')::text AS errors
  FROM generations g
 CROSS JOIN LATERAL (VALUES ('none', '', '', ''), ('model', model, '', ''),
   ('app', app_name, '', ''), ('team', g.team_id, '', ''),
   ('member', member_id, g.key_id, g.team_id)) AS by (dimension, name, key_id, team_id)
 CROSS JOIN LATERAL (VALUES ('half_hour', date_bin('30 minutes', created_at, 'epoch')),
   ('day', date_trunc('day', created_at, 'UTC')),
   ('month', date_trunc('month', created_at, 'UTC'))) AS at (period, starts_at)
 WHERE wallet_id IN (SELECT wallet_id FROM org_series_wallets)
 GROUP BY 1, 2, 3, 4, 5, 6, 7`;
const foundSql = `
SELECT wallet_id, dimension, period, name, key_id, team_id, starts_at, spend_nanos::text,
       requests::text, tokens::text, errors::text FROM org_series WHERE requests <> 0`;
const differenceSql = `
SELECT * FROM ((${wantedSql}) EXCEPT (${foundSql})) AS missing
UNION ALL SELECT * FROM ((${foundSql}) EXCEPT (${wantedSql})) AS excess`;

/** The book with the series of large organizations, and what they must be. */
export class SeriesModel {
  readonly reports: ReportsUnderTest;
  /** Waits for locks for as long as a busy machine needs. */
  readonly patient: Database;
  readonly fillNextDay: FillNextDay;

  private constructor(reports: ReportsUnderTest) {
    this.reports = reports;
    this.patient = this.connect('patient');
    this.fillNextDay = createFillNextDay(this.patient);
  }

  static async start(): Promise<SeriesModel> {
    return new SeriesModel(await startReports());
  }

  async stop(): Promise<void> {
    await this.patient.close();
    await this.reports.stop();
  }

  connect(name: string): Database {
    const timeouts = { lockTimeoutMs: 60_000, statementTimeoutMs: 60_000 };
    const { databaseUrl: url } = this.reports;
    return createDatabase({ url, name, logger: silentLogger, ...timeouts });
  }

  async post(
    calls: readonly Generation[],
    store: Pick<BookStore, 'postCharges'> = this.reports.store,
  ): Promise<void> {
    for (let start = 0; start < calls.length; start += 40) {
      await store.postCharges(calls.slice(start, start + 40));
    }
  }

  /** As if the organizations had been large from the start. */
  async giveSums(...orgIds: string[]): Promise<void> {
    const sql = 'INSERT INTO org_series_wallets SELECT unnest($1::text[])';
    await this.reports.database.query(sql, [orgIds]);
  }

  /** The job, for organizations with at least so many calls; again while postings hold it up. */
  async addLargeOrgs(callsMin = 1): Promise<number> {
    const add = createAddLargeOrgs(this.patient, callsMin);
    for (let left = 30; ; left--) {
      try {
        return await add();
      } catch (error) {
        if (left === 0 || !isTransientDatabaseError(error)) throw error;
      }
    }
  }

  async fillAll(): Promise<void> {
    while (await this.fillNextDay());
  }

  async countRows(table: string): Promise<number> {
    return (await this.reports.database.query(`SELECT 1 FROM ${table}`)).rowCount;
  }

  /** Sums that are missing or wrong. */
  async listDifferences(): Promise<readonly unknown[]> {
    return (await this.reports.database.query(differenceSql)).rows;
  }

  /** Checks of the verification that fail. */
  async listBreaches(): Promise<string[]> {
    const results = await verifyBook(this.reports.database);
    return results
      .filter(({ breaches, id }) => breaches > 0 && id.startsWith('org_'))
      .map(({ id }) => id);
  }

  /** Both of them. */
  async listFaults(): Promise<readonly unknown[]> {
    return [...(await this.listDifferences()), ...(await this.listBreaches())];
  }
}
