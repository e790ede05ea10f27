import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { engineNames, type EngineName } from './parse-arguments';

const run = promisify(execFile);

export interface BuildOptions {
  readonly target: string;
  readonly image: string;
  readonly arguments: Readonly<Record<string, string>>;
  /** Of every file and of the image, so that equal sources give equal images. */
  readonly epochSeconds: number;
  readonly flags: readonly string[];
}

/** What builds and runs images on this machine. */
export class ContainerEngine {
  constructor(readonly name: EngineName) {}

  /** Shows the output of the engine only when the build fails. */
  async build(options: BuildOptions): Promise<void> {
    const { epochSeconds, flags, image, target } = options;
    const given = Object.entries(options.arguments).flatMap(([name, value]) => [
      ...['--build-arg', `${name}=${value}`],
    ]);
    const date = ['--timestamp', String(epochSeconds)];
    // The other format has no health checks.
    const podmanFlags = this.name === 'podman' ? [...date, '--format', 'docker'] : [];
    const child = spawn(
      this.name,
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
    if (code !== 0) throw new Error(`${output}\n${this.name} could not build ${target}`);
  }

  async readBytes(image: string): Promise<number> {
    const { stdout } = await run(this.name, ['image', 'inspect', '--format', '{{.Size}}', image]);
    return Number(stdout.trim());
  }
}

const outputMax = 20_000;

/** The wanted one, or the first whose server answers. */
export async function findEngine(wanted: EngineName | undefined): Promise<ContainerEngine> {
  for (const name of wanted === undefined ? engineNames : [wanted]) {
    // A client without its server is of no use.
    const works = await run(name, ['info']).then(
      () => true,
      () => false,
    );
    if (works) return new ContainerEngine(name);
  }
  throw new Error(
    `${wanted ?? engineNames.join(' or ')} does not answer: install it and try again`,
  );
}
