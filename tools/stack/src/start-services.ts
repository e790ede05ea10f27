import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, waitUntilReady, type ManagedProcess } from '@tollgate/embedded';
import type { Progress } from './progress';
import { makeServiceEnvironment, type ServiceContext } from './service-environment';
import { serviceNames, type ServiceName } from './service-plan';
import type { Part, Supervisor } from './supervisor';

/** Young objects die with their call: with room for them they die cheaply. */
const serviceFlags = ['--max-semi-space-size=32'];

const readyTimeoutMs = 180_000;
const probeTimeoutMs = 2_000;

/** Starts every built service at the same time: each waits for the others that it needs. */
export async function startServices(
  context: ServiceContext,
  { supervisor, progress }: { supervisor: Supervisor; progress: Progress },
): Promise<readonly ServiceName[]> {
  const { plan } = context;
  const isBuilt = (name: ServiceName): boolean => existsSync(plan.mainFile(name));
  for (const name of serviceNames.filter((each) => !isBuilt(each))) {
    progress.note(`${name} is not built (${plan.mainFile(name)}): left out`);
  }
  const built = serviceNames.filter(isBuilt);
  await Promise.all(
    built.map((name) =>
      progress.step(name, () => supervisor.start(makeServicePart(name, context))),
    ),
  );
  return built;
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
