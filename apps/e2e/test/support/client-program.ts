import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface ClientRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ClientProgram {
  /** The module that starts the program, for example `@openai/codex/bin/codex.js`. */
  readonly module: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files that it finds in its home, by their paths. */
  readonly files?: Readonly<Record<string, string>>;
  /** What it reads from its standard input. */
  readonly input?: string;
}

const timeoutMs = 60_000;

/** Runs a client in an empty home, with nothing of this machine's environment but the PATH. */
export async function runClient(program: ClientProgram): Promise<ClientRun> {
  const home = mkdtempSync(join(tmpdir(), 'client-'));
  try {
    const work = join(home, 'work');
    mkdirSync(work);
    for (const [path, text] of Object.entries(program.files ?? {})) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    return await runIn(home, work, program);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

function runIn(home: string, cwd: string, program: ClientProgram): Promise<ClientRun> {
  const { args, environment, input = '', module } = program;
  const child = spawn(process.execPath, [require.resolve(module), ...args], {
    cwd,
    // A proxy of this machine must not stand between the client and the gateway.
    env: { PATH: process.env['PATH'] ?? '', HOME: home, NO_PROXY: '*', ...environment },
    // A group of its own: the module starts the program proper, and both must end.
    detached: true,
  });
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, timeoutMs);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  }
  // A client that ends early closes its input; its exit code says why.
  child.stdin.on('error', () => undefined).end(input);
  return new Promise<ClientRun>((done, fail) => {
    child.once('error', fail);
    child.once('close', (exitCode) => done({ exitCode, ...output }));
  }).finally(() => clearTimeout(timer));
}

/** A script of the simulator that has the client run a tool of its own. */
export function scriptTool(name: string, input: object): string {
  const words = Buffer.from(JSON.stringify(input)).toString('base64url');
  return `[[sim:tool=${name},tool_args=${words}]]`;
}
