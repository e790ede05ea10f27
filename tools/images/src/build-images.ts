import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { ContainerEngine } from '@tollgate/embedded';
import { buildImage } from './build-image';

export interface BuiltImage {
  readonly name: string;
  readonly seconds: number;
  /** More than its base. */
  readonly ownBytes: number;
}

export interface BuildImagesOptions {
  readonly engine: ContainerEngine;
  /** The image that all of them begin with. */
  readonly base: string;
  readonly images: readonly string[];
  readonly tag: string | undefined;
  readonly buildFlags: readonly string[];
  readonly onBuilt: (image: BuiltImage) => void;
}

/** A bundle and Node, nothing else. */
export const ownBytesMax = 20_000_000;

/** Builds one image after the other; all but the first find most of their layers built. */
export async function buildImages(options: BuildImagesOptions): Promise<readonly BuiltImage[]> {
  const { base, buildFlags, engine, images, onBuilt } = options;
  const version = readVersion();
  const tag = options.tag ?? version;
  const { epochSeconds, revision } = readCommit();
  const built: BuiltImage[] = [];
  for (const target of images) {
    const name = `tollgate/${target}:${tag}`;
    const startedMs = performance.now();
    await buildImage(engine, {
      target,
      image: name,
      arguments: { VERSION: version, REVISION: revision, NODE_IMAGE: base },
      epochSeconds,
      flags: buildFlags,
    });
    const ownBytes = (await engine.readImageBytes(name)) - (await engine.readImageBytes(base));
    const image = { name, seconds: (performance.now() - startedMs) / 1_000, ownBytes };
    built.push(image);
    onBuilt(image);
  }
  return built;
}

function readVersion(): string {
  return (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
}

/** Without a repository, as in an archive of the sources, there is no commit to name. */
function readCommit(): { readonly revision: string; readonly epochSeconds: number } {
  try {
    const format = ['log', '-1', '--format=%H %ct'];
    const [revision = '', seconds] = execFileSync('git', format, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .trim()
      .split(' ');
    return { revision, epochSeconds: Number(seconds) };
  } catch {
    return { revision: 'unknown', epochSeconds: 0 };
  }
}
