import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess, waitUntilReady, type ManagedProcess } from '@tollgate/embedded';
import { stopMsMax } from '@tollgate/lifecycle';
import type { Progress } from './progress';
import { makeProcessEnvironment, type ServiceContext } from './service-environment';
import type { ProcessPlan, ServiceName } from './service-plan';
import type { Part, Supervisor } from './supervisor';

/**
 * Young objects die with their call: with room for them they die cheaply. That pays where model
 * calls are served; elsewhere it is only memory.
 */
const callFlags = ['--max-semi-space-size=32'];

const readyTimeoutMs = 180_000;
const stopMarginMs = 5_000;
const probeTimeoutMs = 2_000;

/** Starts every built process at the same time: each service waits for those that it needs. */
export async function startServices(
  context: ServiceContext,
  { supervisor, progress }: { supervisor: Supervisor; progress: Progress },
): Promise<readonly ServiceName[]> {
  const { processes } = context.plan;
  for (const { mainFile, name } of processes.filter((each) => !isBuilt(each))) {
    progress.note(`${name} is not built (${mainFile}): left out`);
  }
  const built = processes.filter(isBuilt);
  await Promise.all(
    built.map((plan) => progress.step(plan.name, () => supervisor.start(makePart(plan, context)))),
  );
  return built.flatMap(({ services }) => services);
}

function isBuilt({ mainFile }: ProcessPlan): boolean {
  return existsSync(mainFile);
}

function chooseFlags({ services }: ProcessPlan): readonly string[] {
  return services.includes('edge') || services.includes('relay') ? callFlags : [];
}

function makePart(plan: ProcessPlan, context: ServiceContext): Part {
  const { mainFile, name } = plan;
  const logFile = join(context.options.dataDirectory, 'logs', `${name}.log`);
  const readyUrls = Object.values(plan.ports).map(
    ({ internal }) => `http://127.0.0.1:${internal}/readyz`,
  );
  return {
    name,
    start: async (onSpawn): Promise<ManagedProcess> => {
      const environment = makeProcessEnvironment(plan, context);
      const started = await startProcess({
        name,
        file: process.execPath,
        arguments: [...chooseFlags(plan), mainFile],
        environment,
        stopTimeoutMs: getStopTimeoutMs(environment),
        logFile,
        onSpawn,
      });
      const areReady = async (): Promise<boolean> =>
        (await Promise.all(readyUrls.map(isReady))).every(Boolean);
      await waitUntilReady(started, areReady, { timeoutMs: readyTimeoutMs, logFile });
      return started;
    },
  };
}

/** After it a process is killed: longer than it may take to stop by itself. */
export function getStopTimeoutMs(environment: Readonly<Record<string, string>>): number {
  const ownMs = Number(environment['STOP_SECONDS_MAX']) * 1_000 || stopMsMax;
  return ownMs + stopMarginMs;
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeTimeoutMs) });
  await response.body?.cancel();
  return response.ok;
}
