import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ContainerEngine } from '@tollgate/embedded';

export interface BuildOptions {
  readonly target: string;
  readonly image: string;
  readonly arguments: Readonly<Record<string, string>>;
  /** Of every file and of the image, so that equal sources give equal images. */
  readonly epochSeconds: number;
  readonly flags: readonly string[];
}

const outputMax = 20_000;

/** Builds one target of deploy/Dockerfile. Shows the engine's output only when the build fails. */
export async function buildImage(engine: ContainerEngine, options: BuildOptions): Promise<void> {
  const { epochSeconds, flags, image, target } = options;
  const given = Object.entries(options.arguments).flatMap(([name, value]) => [
    ...['--build-arg', `${name}=${value}`],
  ]);
  const date = ['--timestamp', String(epochSeconds)];
  // The other format has no health checks.
  const podmanFlags = engine.name === 'podman' ? [...date, '--format', 'docker'] : [];
  const child = spawn(
    engine.name,
    [
      ...['build', '--file', 'deploy/Dockerfile', '--target', target, '--tag', image],
      ...[...given, ...podmanFlags, ...flags, '.'],
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(epochSeconds) },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on(
      'data',
      (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-outputMax)),
    );
  }
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${output}\n${engine.name} could not build ${target}`);
}
