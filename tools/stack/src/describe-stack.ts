import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describeDatabaseHosts, describeRedisHosts } from '@tollgate/store-address';
import { type OperatorAccount, type PidRecord, type StackCredentials } from '@tollgate/embedded';
import type { Demo } from './create-demo';
import type { Engines } from './engine-parts';
import type { SummaryRow } from './format-summary';
import { siteUrl, type ServiceContext } from './service-environment';
import { nameInstance, type ServicePlan } from './service-plan';

/** The accounts that exist after the first start. */
export interface StackAccounts {
  readonly demo: Demo;
  readonly operator: OperatorAccount;
}

/** What credentials.json says, with the pids of this moment. */
export function describeStack(
  { options, databases, engines, plan }: ServiceContext,
  more: { adminToken: string; accounts: StackAccounts | undefined; pids: PidRecord },
): StackCredentials {
  return {
    baseUrl: siteUrl(options),
    siteUrl: siteUrl(options),
    adminToken: more.adminToken,
    mailDir: join(options.dataDirectoryName, 'mail'),
    ...(more.accounts === undefined ? {} : describeAccounts(more.accounts)),
    pids: listPids(plan, more.pids),
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

/** By service: several may have one process. */
function listPids({ processes }: ServicePlan, pids: PidRecord): Readonly<Record<string, number>> {
  const living = { ...pids.list() };
  for (const { instance, name, services } of processes) {
    const pid = living[name];
    if (pid === undefined) continue;
    delete living[name];
    for (const service of services) living[nameInstance(service, instance)] = pid;
  }
  return living;
}

/** One row per running part, engines first. */
export function listParts(
  { plan, engines, options }: ServiceContext,
  pids: PidRecord,
): SummaryRow[] {
  const living = listPids(plan, pids);
  const row = (service: string, address: string): SummaryRow => {
    const pid = living[service];
    return { service, address, pid: pid === undefined ? 'not ours' : String(pid) };
  };
  const services = plan.processes
    .filter(({ mainFile }) => existsSync(mainFile))
    .flatMap(({ instance, ports, services }) =>
      services.map((service) => {
        const port = ports[service]?.http;
        const address = port === options.edgePort ? siteUrl(options) : `http://127.0.0.1:${port}`;
        return row(nameInstance(service, instance), address);
      }),
    );
  return [...engineRows(engines, row), ...services];
}

function engineRows(
  engines: Engines,
  row: (service: string, address: string) => SummaryRow,
): SummaryRow[] {
  return [
    row('postgres', describeDatabaseHosts(engines.postgresUrl)),
    row('redis', describeRedisHosts(engines.redisUrl)),
    ...(engines.kafkaBrokers === undefined ? [] : [row('kafka', engines.kafkaBrokers)]),
  ];
}
