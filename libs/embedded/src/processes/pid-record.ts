import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from './json-file';
import {
  findProcessIdentity,
  isSameProcessAlive,
  readCommandLine,
  type ProcessIdentity,
} from './process-identity';
import { stopPid } from './stop-pid';

/** Which process is which part, on disk: a killed supervisor leaves nothing unknown behind. */
export interface PidRecord {
  readonly set: (name: string, pid: number) => void;
  /** Ends the recorded process, if that very one still runs, and forgets it. */
  readonly stop: (name: string) => Promise<void>;
  readonly list: () => Readonly<Record<string, number>>;
}

/** What a part's command line holds; nothing else with its pid is ever touched. */
const programs = ['node', 'postgres', 'redis-server', 'valkey-server', 'java'];
const stopTimeoutMs = 10_000;

function pidFile(dataDirectory: string): string {
  return join(dataDirectory, 'pids.json');
}

export function openPidRecord(dataDirectory: string): PidRecord {
  const file = pidFile(dataDirectory);
  const parts = new Map<string, ProcessIdentity>();
  const save = (): void => writeJsonFile(file, Object.fromEntries(parts));
  save();
  return {
    set: (name, pid) => {
      const identity = findProcessIdentity(pid);
      if (identity === undefined) return;
      parts.set(name, identity);
      save();
    },
    stop: async (name) => {
      const identity = parts.get(name);
      if (identity !== undefined) await stopRecorded(name, identity);
      parts.delete(name);
      save();
    },
    list: () => Object.fromEntries([...parts].map(([name, { pid }]) => [name, pid])),
  };
}

/** Stops what a killed supervisor left running; gives the names, last started first. */
export async function stopLeftovers(dataDirectory: string): Promise<string[]> {
  const recorded = readJsonFile<Record<string, ProcessIdentity>>(pidFile(dataDirectory)) ?? {};
  const leftovers = Object.entries(recorded)
    .filter(([, identity]) => isOurs(identity))
    .reverse();
  for (const [name, identity] of leftovers) await stopRecorded(name, identity);
  return leftovers.map(([name]) => name);
}

async function stopRecorded(name: string, identity: ProcessIdentity): Promise<void> {
  if (!isOurs(identity)) return;
  // Postgres takes SIGINT as the fast shutdown; SIGTERM would wait for its sessions.
  const signal = name === 'postgres' ? 'SIGINT' : 'SIGTERM';
  await stopPid(identity.pid, { signal, timeoutMs: stopTimeoutMs });
}

function isOurs(identity: ProcessIdentity): boolean {
  const commandLine = readCommandLine(identity.pid);
  return isSameProcessAlive(identity) && programs.some((program) => commandLine.includes(program));
}
