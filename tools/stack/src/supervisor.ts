import { setTimeout as sleep } from 'node:timers/promises';
import { type ManagedProcess, type SpawnListener, type PidRecord } from '@tollgate/embedded';

/** Something that runs as one process and can be started again on the same port. */
export interface Part {
  readonly name: string;
  /** Resolves when the part answers. */
  readonly start: (onSpawn: SpawnListener) => Promise<ManagedProcess>;
}

export interface Supervisor {
  /** Starts a part and keeps it running from then on. */
  readonly start: (part: Part) => Promise<void>;
  /** Stops all parts, the last started first. */
  readonly stop: () => Promise<void>;
}

export interface SupervisorOptions {
  readonly pids: PidRecord;
  readonly note: (text: string) => void;
  readonly onChange: () => void;
}

const restartDelayMsMin = 100;
const restartDelayMsMax = 5_000;
/** A part that ran this long is healthy: its next end starts with a short delay again. */
const healthyAfterMs = 30_000;

export function createSupervisor({ pids, note, onChange }: SupervisorOptions): Supervisor {
  const order: string[] = [];
  const running = new Map<string, ManagedProcess>();
  let isStopping = false;

  const launch = async (part: Part): Promise<ManagedProcess> => {
    const started = await part.start((pid) => {
      // The stack is stopping: a restarted part would stay behind.
      if (isStopping) process.kill(pid, 'SIGKILL');
      pids.set(part.name, pid);
      onChange();
    });
    running.set(part.name, started);
    return started;
  };

  const watch = async (part: Part, first: ManagedProcess): Promise<void> => {
    let delayMs = restartDelayMsMin;
    let current: ManagedProcess | undefined = first;
    let startedAt = Date.now();
    while (!isStopping) {
      const reason = current === undefined ? undefined : await current.exited;
      if (isStopping) return;
      if (reason !== undefined) note(`${part.name} ended (${reason}); starting it again`);
      if (Date.now() - startedAt > healthyAfterMs) delayMs = restartDelayMsMin;
      await sleep(delayMs);
      delayMs = Math.min(delayMs * 2, restartDelayMsMax);
      startedAt = Date.now();
      if (isStopping) return;
      current = await launch(part).catch((error: unknown) => {
        const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
        if (!isStopping) note(`${part.name} does not start: ${line}; trying again`);
        return undefined;
      });
      if (current !== undefined) note(`${part.name} is back (pid ${current.pid})`);
    }
  };

  return {
    start: async (part) => {
      order.push(part.name);
      const started = await launch(part);
      void watch(part, started);
    },
    stop: async () => {
      isStopping = true;
      for (const name of order.toReversed()) {
        await running.get(name)?.stop();
        // A part that was spawned but does not answer yet is only on record.
        await pids.stop(name);
      }
    },
  };
}
