import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ContainerEngine } from '@tollgate/embedded';

const run = promisify(execFile);

export interface BaseImageOptions {
  readonly engine: ContainerEngine;
  readonly image: string;
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

const script = join('tools', 'deploy-test', 'stand-ins', 'make-base.sh');
const pullTimeoutMs = 60_000;
const makeTimeoutMs = 600_000;

/**
 * Gets the base of our images: it is here, can be fetched, or a stand-in can be made. Gives its
 * name: a stand-in has none of the digest of the real one.
 */
export async function ensureBaseImage(options: BaseImageOptions): Promise<string> {
  const { engine, image, note, signal } = options;
  if (await engine.succeeds(['image', 'inspect', image], { signal })) return image;
  if (await engine.succeeds(['pull', '--quiet', image], { signal, timeoutMs: pullTimeoutMs })) {
    return image;
  }
  const unpinned = image.replace(/@.*$/, '');
  if (await engine.succeeds(['image', 'inspect', unpinned], { signal })) return unpinned;
  signal.throwIfAborted();
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !(await hasDebootstrap())) {
    throw new Error(
      `${image} is not here and cannot be fetched; a stand-in needs root and debootstrap`,
    );
  }
  note(`${image} cannot be fetched: making a stand-in with debootstrap`);
  const npm = join((await run('npm', ['root', '--global'])).stdout.trim(), 'npm');
  if (!existsSync(npm)) throw new Error(`${npm} does not exist: a stand-in of ${image} needs npm`);
  // Podman looks for a name without a registry here first.
  const name = engine.name === 'podman' ? `docker.io/library/${unpinned}` : unpinned;
  const given = [script, engine.name, name, process.execPath, npm];
  await run('bash', given, { signal, timeout: makeTimeoutMs });
  return unpinned;
}

function hasDebootstrap(): Promise<boolean> {
  return run('debootstrap', ['--version']).then(
    () => true,
    () => false,
  );
}
