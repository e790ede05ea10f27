import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { stopPid } from './stop-pid';

export interface ProcessOptions {
  /** Called in messages. */
  readonly name: string;
  readonly file: string;
  readonly arguments: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly workingDirectory?: string;
  /** Both output streams are appended here. */
  readonly logFile: string;
  readonly uid?: number;
  readonly gid?: number;
  readonly stopSignal?: NodeJS.Signals;
  /** After this long a stop becomes a kill. */
  readonly stopTimeoutMs?: number;
  /** Called at once, so that the pid is recorded even if the process never becomes ready. */
  readonly onSpawn?: SpawnListener;
}

export type SpawnListener = (pid: number) => void;

export interface ManagedProcess {
  readonly name: string;
  readonly pid: number;
  /** Settles with a sentence on how the process ended; never rejects. */
  readonly exited: Promise<string>;
  readonly isRunning: () => boolean;
  readonly stop: () => Promise<void>;
}

const defaultStopTimeoutMs = 35_000;

/** Starts a child in its own process group, so that Ctrl-C reaches only its supervisor. */
export async function startProcess(options: ProcessOptions): Promise<ManagedProcess> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = openSync(options.logFile, 'a');
  const child = spawn(options.file, [...options.arguments], {
    cwd: options.workingDirectory,
    env: options.environment ?? process.env,
    stdio: ['ignore', log, log],
    detached: true,
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  });
  closeSync(log);
  let isRunning = true;
  const exited = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `killed by ${signal}` : `exit ${code}`));
    child.once('error', (error) => resolve(error.message));
  }).finally(() => {
    isRunning = false;
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${options.name} cannot start: ${await exited}`);
  options.onSpawn?.(pid);
  return {
    name: options.name,
    pid,
    exited,
    isRunning: () => isRunning,
    stop: async () => {
      if (!isRunning) return;
      const signal = options.stopSignal ?? 'SIGTERM';
      await stopPid(pid, { signal, timeoutMs: options.stopTimeoutMs ?? defaultStopTimeoutMs });
      await exited;
    },
  };
}
