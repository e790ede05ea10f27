import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDockerfile, type ContainerEngine } from '@tollgate/embedded';
import type { ComposeService } from './compose-file';
import { buildStandIn } from './build-stand-in';
import { ensureBaseImage } from './ensure-base-image';

export interface ProvideImagesOptions {
  readonly engine: ContainerEngine;
  readonly services: readonly ComposeService[];
  readonly buildFlags: readonly string[];
  readonly signal: AbortSignal;
  readonly note: (text: string) => void;
}

const tag = 'test-deploy';
/** A registry that does not answer within this time is not reached. */
const pullTimeoutMs = 60_000;

/** Builds our images and gets those of the engines. Gives the image of each service by its name. */
export async function provideImages(
  options: ProvideImagesOptions,
): Promise<Readonly<Record<string, string>>> {
  const images: Record<string, string> = {};
  const named = readDockerfile(readFileSync(join('deploy', 'Dockerfile'), 'utf8')).baseImage;
  const baseImage = await ensureBaseImage({ ...options, image: named });
  await buildOwn(options, baseImage);
  for (const { name, source } of options.services) {
    // The stores are in both shapes.
    if (name in images) continue;
    images[name] =
      'target' in source
        ? `tollgate/${source.target}:${tag}`
        : await provideEngine(name, { image: source.image, baseImage }, options);
  }
  return images;
}

/**
 * Podman needs no rights for a build in a chroot with the network of the machine, so that also
 * works where this machine is itself a container.
 */
function makeBuildFlags({ buildFlags, engine }: ProvideImagesOptions): readonly string[] {
  const common = engine.name === 'podman' ? ['--isolation', 'chroot', '--network', 'host'] : [];
  return [...common, ...buildFlags];
}

async function buildOwn(options: ProvideImagesOptions, baseImage: string): Promise<void> {
  const { engine, services, signal } = options;
  const targets = services.flatMap(({ source }) => ('target' in source ? [source.target] : []));
  const program = join('dist', 'tools', 'images', 'main.js');
  const given = [...new Set(targets), '--engine', engine.name, '--tag', tag, '--base', baseImage];
  const flags = ['--', ...makeBuildFlags(options)];
  const child = spawn(process.execPath, [program, ...given, ...flags], {
    stdio: ['ignore', 'inherit', 'inherit'],
    signal,
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error('the images could not be built; see above');
}

/** The real image where it is here or can be fetched; otherwise a stand-in. */
async function provideEngine(
  name: string,
  { baseImage, image }: { readonly image: string; readonly baseImage: string },
  options: ProvideImagesOptions,
): Promise<string> {
  const { engine, note, signal } = options;
  if (await engine.succeeds(['image', 'inspect', image], { signal })) return image;
  if (await engine.succeeds(['pull', '--quiet', image], { signal, timeoutMs: pullTimeoutMs })) {
    return image;
  }
  signal.throwIfAborted();
  note(`${image} cannot be fetched: building a stand-in for ${name}`);
  return await buildStandIn({ engine, name, baseImage, flags: makeBuildFlags(options), signal });
}
