import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startGateway } from '../test/support/gateway';
import { readBlocks } from '../test/support/read-blocks';

/**
 * Fails the script at the first command that fails, and writes down every answer that is no
 * success: a command behind a pipe or in a function could hide it.
 */
const strictly = `set -euo pipefail
shopt -s inherit_errexit
curl() { command curl --fail-with-body "$@" || { echo "curl $*" >> failed.txt; return 1; }; }
`;
const documentedUrl = 'http://127.0.0.1:8080';

// A gateway of its own: the pages suspend the demo account and stop all calls for a moment.
let gateway: Awaited<ReturnType<typeof startGateway>>;
let folder: string;

beforeAll(async () => {
  gateway = await startGateway();
  folder = mkdtempSync(join(tmpdir(), 'documented-'));
  symlinkSync(resolve(gateway.dataDirectory), join(folder, '.data'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await gateway.end();
});

interface Run {
  readonly exitCode: number;
  readonly output: string;
  readonly failed: string;
}

async function run(file: string, code: string, command: readonly string[]): Promise<Run> {
  writeFileSync(join(folder, file), code.replaceAll(documentedUrl, gateway.baseUrl));
  const [program = '', ...rest] = command;
  const { exitCode, output } = await new Promise<Omit<Run, 'failed'>>((done) => {
    const child = execFile(program, [...rest, file], { cwd: folder }, (_, stdout, stderr) => {
      done({ exitCode: child.exitCode ?? -1, output: `${stdout}${stderr}` });
    });
  });
  const failures = join(folder, 'failed.txt');
  return { exitCode, output, failed: existsSync(failures) ? readFileSync(failures, 'utf8') : '' };
}

describe('the documented commands', () => {
  it.each([
    ['README.md', 5],
    ['docs/operating.md', 9],
    ['docs/chat-features.md', 3],
    ['docs/web-search.md', 1],
    ['docs/caching.md', 1],
  ])('work when the sh blocks of %s are pasted in their order', async (page, atLeast) => {
    const blocks = readBlocks(page, 'sh');
    expect(blocks.length).toBeGreaterThanOrEqual(atLeast);
    const { exitCode, failed, output } = await run('pasted.sh', strictly + blocks.join('\n'), [
      'bash',
    ]);
    expect({ exitCode, failed, output }).toEqual({ exitCode: 0, failed: '', output });
  });

  it('include a program with the OpenAI SDK that prints an answer and a stream', async () => {
    const [program = ''] = readBlocks('README.md', 'js');
    const { exitCode, output } = await run('hello.mjs', program, [process.execPath]);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: expect.stringContaining('cost') });
  });

  it('fail the test when one of them is refused behind a pipe', async () => {
    const hidden = `${strictly}get() { curl -sS ${documentedUrl}/v1/credits; echo; }\nget | cat\n`;
    const { exitCode, failed } = await run('pasted.sh', hidden, ['bash']);
    expect([exitCode === 0, failed]).toEqual([false, expect.stringContaining('/v1/credits')]);
  });
});
