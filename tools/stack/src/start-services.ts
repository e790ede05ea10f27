import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, waitUntilReady, type ManagedProcess } from '@tollgate/embedded';
import type { Progress } from './progress';
import { makeServiceEnvironment, type ServiceContext } from './service-environment';
import { serviceNames, type ServiceName } from './service-plan';
import type { Part, Supervisor } from './supervisor';

/** Young objects die with their call: with room for them they die cheaply. */
const serviceFlags = ['--enable-source-maps', '--max-semi-space-size=32'];

const readyTimeoutMs = 60_000;
const probeTimeoutMs = 2_000;

/** Starts every built service in order, each when the one before it is ready. */
export async function startServices(
  context: ServiceContext,
  { supervisor, progress }: { supervisor: Supervisor; progress: Progress },
): Promise<readonly ServiceName[]> {
  const { plan } = context;
  const started: ServiceName[] = [];
  for (const name of serviceNames) {
    if (!existsSync(plan.mainFile(name))) {
      progress.note(`${name} is not built (${plan.mainFile(name)}): left out`);
      continue;
    }
    await progress.step(name, () => supervisor.start(makeServicePart(name, context)));
    started.push(name);
  }
  return started;
}

function makeServicePart(name: ServiceName, context: ServiceContext): Part {
  const logFile = join(context.options.dataDirectory, 'logs', `${name}.log`);
  const readyUrl = `http://127.0.0.1:${context.plan.ports[name].internal}/readyz`;
  return {
    name,
    start: async (onSpawn): Promise<ManagedProcess> => {
      const service = await startProcess({
        name,
        file: process.execPath,
        arguments: [...serviceFlags, context.plan.mainFile(name)],
        environment: makeServiceEnvironment(name, context),
        logFile,
        onSpawn,
      });
      const ready = { timeoutMs: readyTimeoutMs, logFile };
      await waitUntilReady(service, () => isReady(readyUrl), ready);
      return service;
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
  await response.body?.cancel();
  return response.ok;
}
