import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What one program is called by each package manager. */
export interface SystemPackage {
  readonly title: string;
  readonly names: Readonly<Record<PackageManagerName, string>>;
}

export type PackageManagerName = 'apt-get' | 'dnf' | 'apk' | 'brew';

interface PackageManager {
  readonly command: PackageManagerName;
  readonly needsRoot: boolean;
  readonly steps: (name: string) => readonly (readonly string[])[];
}

const packageManagers: readonly PackageManager[] = [
  {
    command: 'apt-get',
    needsRoot: true,
    steps: (name) => [['update'], ['install', '-y', '--no-install-recommends', name]],
  },
  { command: 'dnf', needsRoot: true, steps: (name) => [['install', '-y', name]] },
  { command: 'apk', needsRoot: true, steps: (name) => [['add', '--no-cache', name]] },
  { command: 'brew', needsRoot: false, steps: (name) => [['install', name]] },
];

const installTimeoutMs = 300_000;

/** Installs a package of the system where that is possible; else the error says what to type. */
export async function installPackage(
  { names, title }: SystemPackage,
  onProgress: (line: string) => void,
): Promise<void> {
  const manager = await findPackageManager();
  if (manager === undefined) throw new Error(`install ${title} by hand`);
  const steps = manager.steps(names[manager.command]);
  const isRoot = process.getuid?.() === 0;
  if (manager.needsRoot && !isRoot) {
    const lines = steps.map((step) => `sudo ${manager.command} ${step.join(' ')}`);
    throw new Error(`install ${title}: ${lines.join(' && ')}`);
  }
  onProgress(`${title} is not there: installing it with ${manager.command}`);
  for (const step of steps) await runStep(manager.command, step);
}

async function runStep(command: string, step: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await run(command, [...step], { env, timeout: installTimeoutMs });
  } catch (error) {
    throw new Error(`"${command} ${step.join(' ')}" failed`, { cause: error });
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
