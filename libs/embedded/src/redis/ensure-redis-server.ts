import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findRedisServer } from './find-redis-server';

const run = promisify(execFile);

interface PackageManager {
  readonly command: string;
  readonly needsRoot: boolean;
  readonly steps: readonly (readonly string[])[];
}

const packageManagers: readonly PackageManager[] = [
  {
    command: 'apt-get',
    needsRoot: true,
    steps: [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']],
  },
  { command: 'dnf', needsRoot: true, steps: [['install', '-y', 'redis']] },
  { command: 'apk', needsRoot: true, steps: [['add', '--no-cache', 'redis']] },
  { command: 'brew', needsRoot: false, steps: [['install', 'redis']] },
];

const installTimeoutMs = 180_000;

/** The Redis server of this machine; installs the system's package when it may. */
export async function ensureRedisServer(onProgress: (line: string) => void): Promise<string> {
  const found = findRedisServer();
  if (found !== undefined) return found;
  const manager = await findPackageManager();
  const isRoot = process.getuid?.() === 0;
  if (manager === undefined || (manager.needsRoot && !isRoot)) throw new Error(advice(manager));
  onProgress(`redis-server is not on the PATH: installing it with ${manager.command}`);
  for (const step of manager.steps) await runStep(manager, step);
  const installed = findRedisServer();
  if (installed === undefined) throw new Error(advice(manager));
  return installed;
}

async function runStep({ command }: PackageManager, step: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run(command, [...step], { env, timeout: installTimeoutMs });
  } catch (error) {
    throw new Error(`"${command} ${step.join(' ')}" failed; install redis-server by hand`, {
      cause: error,
    });
  }
}

async function findPackageManager(): Promise<PackageManager | undefined> {
  for (const manager of packageManagers) {
    const isThere = await run(manager.command, ['--version']).then(
      () => true,
      () => false,
    );
    if (isThere) return manager;
  }
  return undefined;
}

function advice(manager: PackageManager | undefined): string {
  const lines = manager?.steps.map((step) => `sudo ${manager.command} ${step.join(' ')}`);
  const install = lines?.join(' && ') ?? 'install redis-server or valkey-server';
  return `Redis is missing. Either: ${install}\nor set REDIS_URL to a running Redis.`;
}
