import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type OperatorAccount, type PidRecord, type StackCredentials } from '@tollgate/embedded';
import type { Demo } from './create-demo';
import type { Engines } from './engine-parts';
import type { SummaryRow } from './format-summary';
import { siteUrl, type ServiceContext } from './service-environment';
import { serviceNames } from './service-plan';

/** The accounts that exist after the first start. */
export interface StackAccounts {
  readonly demo: Demo;
  readonly operator: OperatorAccount;
}

/** What credentials.json says, with the pids of this moment. */
export function describeStack(
  { options, databases, engines }: ServiceContext,
  more: { adminToken: string; accounts: StackAccounts | undefined; pids: PidRecord },
): StackCredentials {
  return {
    baseUrl: siteUrl(options),
    siteUrl: siteUrl(options),
    adminToken: more.adminToken,
    mailDir: join(options.dataDirectoryName, 'mail'),
    ...(more.accounts === undefined ? {} : describeAccounts(more.accounts)),
    pids: more.pids.list(),
    databaseUrl: databases.admin,
    redisUrl: engines.redisUrl,
  };
}

function describeAccounts({
  demo,
  operator,
}: StackAccounts): Pick<StackCredentials, 'demo' | 'org' | 'operator'> {
  return { demo: demo.account, org: demo.org, operator };
}

/** One row per running part, engines first. */
export function listParts(
  { plan, engines, options }: ServiceContext,
  pids: PidRecord,
): SummaryRow[] {
  const living = pids.list();
  const row = (service: string, address: string): SummaryRow => {
    const pid = living[service];
    return { service, address, pid: pid === undefined ? 'not ours' : String(pid) };
  };
  const services = serviceNames
    .filter((name) => existsSync(plan.mainFile(name)))
    .map((name) =>
      row(name, name === 'edge' ? siteUrl(options) : `http://127.0.0.1:${plan.ports[name].http}`),
    );
  return [...engineRows(engines, row), ...services];
}

function engineRows(
  engines: Engines,
  row: (service: string, address: string) => SummaryRow,
): SummaryRow[] {
  return [
    row('postgres', new URL(engines.postgresUrl).host),
    row('redis', new URL(engines.redisUrl).host),
    ...(engines.kafkaBrokers === undefined ? [] : [row('kafka', engines.kafkaBrokers)]),
  ];
}
