import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findPostgresBinaries, resolveKafka, type ContainerEngine } from '@tollgate/embedded';

export interface StandInOptions {
  readonly engine: ContainerEngine;
  /** A target of stand-ins/Dockerfile. */
  readonly name: string;
  readonly baseImage: string;
  readonly flags: readonly string[];
  readonly signal: AbortSignal;
}

const sources = join('tools', 'deploy-test', 'stand-ins');
const copyAll = { recursive: true, verbatimSymlinks: true } as const;

/** Packs an engine on the base of our own images: PostgreSQL from npm, Kafka as tests get it. */
export async function buildStandIn(options: StandInOptions): Promise<string> {
  const { baseImage, engine, flags, name, signal } = options;
  const image = `tollgate/stand-in-${name}:test-deploy`;
  const context = mkdtempSync(join(tmpdir(), 'tollgate-stand-in-'));
  try {
    cpSync(sources, context, copyAll);
    if (name === 'postgres') {
      cpSync(findPostgresBinaries().directory, join(context, 'postgres'), copyAll);
    }
    if (name === 'kafka') cpSync(dirname(await resolveKafka()), join(context, 'kafka'), copyAll);
    const target = ['--target', name, '--tag', image, '--build-arg', `BASE_IMAGE=${baseImage}`];
    await engine.run(['build', ...target, ...flags, context], { signal });
    return image;
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
}
