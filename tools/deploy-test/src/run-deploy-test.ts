import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createApiClient, ensureSimulatorModels, type ContainerEngine } from '@tollgate/embedded';
import { checkDialects, checkVideo } from './check-dialects';
import { checkLedger, checkTopUp } from './check-money';
import { checkOutside } from './check-outside';
import { checkRestarts } from './check-restarts';
import type { Checks } from './checks';
import { ComposeProject } from './compose-project';
import { createGateway, openAccount, type Account, type Gateway } from './gateway';
import { planProject, type ProjectPlan } from './plan-project';
import { provideImages } from './provide-images';

export interface DeployTestOptions {
  readonly engine: ContainerEngine;
  readonly buildFlags: readonly string[];
  readonly checks: Checks;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

const simulatorUrl = 'http://simulator:8080/v1';
const logDirectory = join('.data', 'test-deploy');
const logLinesKept = 5_000;

/** Runs docker-compose.yml in both shapes, and removes everything again whatever happens. */
export async function runDeployTest(options: DeployTestOptions): Promise<void> {
  const { buildFlags, checks, engine, note, signal } = options;
  const plan = await planProject(readFileSync('docker-compose.yml', 'utf8'));
  const { addresses, apart, together } = plan;
  const services = [...apart.file.services, ...together.file.services];
  const images = await provideImages({ engine, services, buildFlags, signal, note });
  const project = new ComposeProject({
    ...{ engine, file: apart.file, images, addresses, signal, name: nameProject() },
    onHealthy: (service, seconds) => note(`${service} is healthy after ${seconds.toFixed(1)} s`),
  });
  try {
    rmSync(logDirectory, { recursive: true, force: true });
    await project.down();
    // An interruption does not wait for the check that is running.
    await Promise.race([checkShapes(project, plan, checks), whenAborted(signal)]);
  } finally {
    if (checks.failed > 0) {
      await keepLogs(project);
      note(`the logs of the services are in ${logDirectory}`);
    }
    note('removing the containers, networks and volumes');
    await project.down();
  }
}

function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** Every service by itself first; then the other shape takes over the stores and volumes. */
async function checkShapes(
  project: ComposeProject,
  { adminToken, apart, together }: ProjectPlan,
  checks: Checks,
): Promise<void> {
  const isUp = await checks.run('apart: every service becomes healthy', async () => {
    await project.up();
    return `${project.services.length} services`;
  });
  if (!isUp) return;
  await checkOutside(checks, project, apart.siteUrl);
  const gateway = createGateway(apart.siteUrl, adminToken);
  const isOffered = await checks.run('the operator offers the simulator', async () => {
    const headers = { authorization: `Bearer ${adminToken}` };
    await ensureSimulatorModels(createApiClient(apart.siteUrl), headers, simulatorUrl);
    return undefined;
  });
  if (!isOffered) return;
  await checkGateway(gateway, project, checks);
  // The containers of this shape are removed now.
  if (checks.failed > 0) await keepLogs(project);
  const hasChanged = await checks.run('together: takes over the stores and volumes', async () => {
    await project.changeTo(together.file);
    return `${project.services.length} services`;
  });
  if (hasChanged) await checkGateway(createGateway(together.siteUrl, adminToken), project, checks);
}

async function checkGateway(
  gateway: Gateway,
  project: ComposeProject,
  checks: Checks,
): Promise<void> {
  const shared = { checks, gateway, project };
  let account: Account | undefined;
  await checks.run('a user signs up and makes a key', async () => {
    account = await openAccount(gateway, 0);
    return undefined;
  });
  if (account === undefined) return;
  await checkTopUp(checks, gateway, account);
  await checkDialects({ ...shared, account });
  await checkVideo({ ...shared, account });
  await checkLedger(checks, project);
  await checkRestarts(shared);
  await checkLedger(checks, project);
}

/** One name per checkout: what an interrupted run has left is found again. */
function nameProject(): string {
  const id = createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8);
  return `tollgate-test-${id}`;
}

async function keepLogs(project: ComposeProject): Promise<void> {
  mkdirSync(logDirectory, { recursive: true });
  for (const { name } of project.services) {
    const log = await project.readLog(name, logLinesKept);
    writeFileSync(join(logDirectory, `${name}.log`), log);
  }
}
