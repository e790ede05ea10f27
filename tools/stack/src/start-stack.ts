import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Certificates, Secret } from '@tollgate/config';
import {
  claimDirectory,
  createApiClient,
  findDirectoryOwner,
  isPortFree,
  openPidRecord,
  stopLeftovers,
  type PidRecord,
  writeCredentials,
  type StackCredentials,
} from '@tollgate/embedded';
import { createDemo } from './create-demo';
import { describeProviders } from './describe-providers';
import { describeStack, listParts, type StackAccounts } from './describe-stack';
import { ensureOperator } from './ensure-operator';
import { emptyData } from './empty-data';
import { startEngines } from './engine-parts';
import { openPortBook } from './port-book';
import { formatSummary } from './format-summary';
import { makeSignInLinks, type SignInLink } from './make-sign-in-links';
import { createProgress, type Progress } from './progress';
import { provisionRoles } from './provision-roles';
import { ensureSecrets } from './secrets';
import {
  consoleUrl,
  findCertificateFiles,
  simulatorUrl,
  siteUrl,
  type ServiceContext,
} from './service-environment';
import { planServices, serviceNames } from './service-plan';
import { StackError } from './stack-error';
import type { StackOptions } from './stack-options';
import { startServices } from './start-services';
import { watchForStop } from './stop-signal';
import { createSupervisor, type Supervisor } from './supervisor';

/** `npm start`: brings everything up, keeps it up, and on a signal takes everything down again. */
export async function startStack(options: StackOptions): Promise<number> {
  const stopSignal = watchForStop(options.bootPid);
  const progress = createProgress((line) => console.log(line));
  assertNotRunning(options.dataDirectory);
  const claim = claimDirectory(options.dataDirectory);
  try {
    const leftovers = await stopLeftovers(options.dataDirectory);
    if (leftovers.length > 0) progress.note(`stopped what was left over: ${leftovers.join(', ')}`);
    if (options.isFresh) emptyData(options);
    await assertEdgePortFree(options);
    await run(options, progress, stopSignal);
    return 0;
  } finally {
    claim.release();
  }
}

async function run(
  options: StackOptions,
  progress: Progress,
  stopSignal: AbortSignal,
): Promise<void> {
  const pids = openPidRecord(options.dataDirectory);
  let onChange = (): void => undefined;
  const supervisor = createSupervisor({ pids, note: progress.note, onChange: () => onChange() });
  const stopped = new Promise<void>((resolve) => {
    stopSignal.addEventListener('abort', () => resolve(), { once: true });
  });
  try {
    const running = bringUp({ options, progress, supervisor, pids }).then((saveCredentials) => {
      onChange = saveCredentials;
      return stopped;
    });
    await Promise.race([running, stopped]);
  } finally {
    const stop = (): Promise<void> => supervisor.stop();
    await progress.step('stopped', stop);
  }
}

interface StackParts {
  readonly options: StackOptions;
  readonly progress: Progress;
  readonly supervisor: Supervisor;
  readonly pids: PidRecord;
}

/** The story of a start. Gives the function that writes the credentials with the living pids. */
async function bringUp(parts: StackParts): Promise<() => void> {
  const { options, progress, supervisor, pids } = parts;
  const startedAt = performance.now();
  await mkdir(join(options.dataDirectory, 'mail'), { recursive: true });
  const secrets = ensureSecrets(options.dataDirectory);
  const ports = openPortBook(options.dataDirectory, [options.edgePort]);
  const engines = await startEngines({ options, secrets, ports, supervisor, progress });
  const databases = await progress.step('database, roles and schemas', () =>
    provisionRoles(engines.postgresUrl, secrets),
  );
  const plan = await planServices(ports, options);
  const context: ServiceContext = { options, secrets, engines, databases, plan };
  const started = await startServices(context, { supervisor, progress });
  const adminToken = options.adminToken ?? secrets.adminToken;
  const isWhole = serviceNames.every((name) => started.includes(name));
  const accounts = isWhole
    ? await progress.step('demo account, organization and operator', () =>
        openAccounts(context, adminToken),
      )
    : undefined;

  const describe = (): StackCredentials => describeStack(context, { adminToken, accounts, pids });
  const save = (): void => writeCredentials(options.dataDirectory, describe());
  save();
  const providers = isWhole ? await askProviders(options, adminToken) : undefined;
  console.log(
    formatSummary(listParts(context, pids), describe(), {
      dataDirectory: options.dataDirectory,
      providers,
      consoleUrl: consoleUrl(options),
      links: accounts === undefined ? [] : await makeLinks(context, accounts),
    }),
  );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`tollgate: ready after ${seconds} s on ${siteUrl(options)}; Ctrl-C stops everything`);
  return save;
}

function askProviders(options: StackOptions, adminToken: string): Promise<string> {
  const authorization = `Bearer ${adminToken}`;
  return describeProviders(createApiClient(siteUrl(options)), { authorization });
}

async function openAccounts(
  { options, plan }: ServiceContext,
  adminToken: string,
): Promise<StackAccounts> {
  const { dataDirectory } = options;
  const shared = { baseUrl: siteUrl(options), adminToken, dataDirectory };
  const demo = await createDemo({ ...shared, simulatorUrl: simulatorUrl({ plan }) });
  return { demo, operator: await ensureOperator(shared) };
}

function makeLinks(
  { options, plan, secrets }: ServiceContext,
  { demo, operator }: StackAccounts,
): Promise<readonly SignInLink[]> {
  const files = findCertificateFiles('edge', options);
  const certificates = files === undefined ? undefined : new Certificates(files);
  return makeSignInLinks([demo.account, operator], {
    siteUrl: consoleUrl(options),
    address: `127.0.0.1:${plan.ports.auth.grpc}`,
    credential: { secret: new Secret(secrets.serviceSecret), certificates },
  });
}

function assertNotRunning(dataDirectory: string): void {
  const owner = findDirectoryOwner(dataDirectory);
  if (owner === undefined) return;
  throw new StackError(
    `already running on ${dataDirectory} (pid ${owner.pid}); stop it, or set TOLLGATE_DATA ` +
      'and PORT to run a second one',
  );
}

async function assertEdgePortFree({ edgeHost, edgePort }: StackOptions): Promise<void> {
  if (await isPortFree(edgePort, edgeHost)) return;
  throw new StackError(
    `port ${edgePort} is taken: stop what listens there, or set PORT to another one`,
  );
}
