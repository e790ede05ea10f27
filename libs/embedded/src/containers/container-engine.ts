import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export const containerEngineNames = ['docker', 'podman'] as const;
export type ContainerEngineName = (typeof containerEngineNames)[number];

const outputBytesMax = 64 * 1024 * 1024;

export interface EngineRunOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What builds and runs images on this machine. */
export class ContainerEngine {
  constructor(readonly name: ContainerEngineName) {}

  /** Runs one command of the engine and returns what it printed on stdout. */
  async run(given: readonly string[], options: EngineRunOptions = {}): Promise<string> {
    const { environment, signal, timeoutMs = 0 } = options;
    const { stdout } = await execute(this.name, [...given], {
      maxBuffer: outputBytesMax,
      timeout: timeoutMs,
      ...(signal === undefined ? {} : { signal }),
      ...(environment === undefined ? {} : { env: { ...process.env, ...environment } }),
    });
    return stdout;
  }

  /** Whether a command ends with exit code 0. */
  succeeds(given: readonly string[], options?: EngineRunOptions): Promise<boolean> {
    return this.run(given, options).then(
      () => true,
      () => false,
    );
  }

  /** The last lines that a container printed, or nothing when there is no such container. */
  async readLog(container: string, lines: number): Promise<string> {
    const given = ['logs', '--tail', String(lines), container];
    const options = { maxBuffer: outputBytesMax };
    return await execute(this.name, given, options).then(
      ({ stderr, stdout }) => `${stdout}${stderr}`,
      () => '',
    );
  }

  async readImageBytes(image: string): Promise<number> {
    return Number(await this.run(['image', 'inspect', '--format', '{{.Size}}', image]));
  }
}

export class NoContainerEngineError extends Error {}

/** The wanted engine, or the first whose server answers. */
export async function findContainerEngine(wanted?: ContainerEngineName): Promise<ContainerEngine> {
  for (const name of wanted === undefined ? containerEngineNames : [wanted]) {
    const engine = new ContainerEngine(name);
    // A client without its server is of no use.
    if (await engine.succeeds(['info'])) return engine;
  }
  const names = wanted ?? containerEngineNames.join(' or ');
  throw new NoContainerEngineError(`${names} does not answer: install it and try again`);
}
