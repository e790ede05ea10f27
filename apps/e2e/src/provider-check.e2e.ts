import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clouds, makeCloudKey, type Cloud } from '../test/support/cloud-credentials';
import { getSharedGateway } from '../test/support/gateway';
import { simulatorUrl } from '../test/support/simulator';

const gateway = getSharedGateway();
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'provider-check-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly exitCode: number;
  readonly output: string;
}

/** What `npm run provider:check` runs. */
function check(given: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const program = join('dist', 'apps', 'relay', 'check-provider.main.js');
  const env = { PATH: process.env['PATH'], ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...given], { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}

const listWrong = (output: string): string[] => output.match(/^WRONG.*$/gm) ?? [];
const plainProtocols = ['openai', 'anthropic', 'responses', 'gemini'] as const;

describe('the check of a provider', () => {
  it.each(plainProtocols)('finds nothing wrong with %s', async (protocol) => {
    const report = join(folder, `${protocol}.json`);
    const given = [`simulator-${protocol}`, '--base-url', simulatorUrl(gateway)];
    const { exitCode, output } = await check([...given, '--report', report]);
    expect({ wrong: listWrong(output), exitCode, output }).toEqual({
      ...{ wrong: [], exitCode: 0, output },
    });
    const { cases } = JSON.parse(readFileSync(report, 'utf8')) as { cases: { name: string }[] };
    expect(cases.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['plain', 'stream', 'parallel tools', 'error: rate limit']),
    );
  });

  it.each(clouds)('finds nothing wrong with %s', async (protocol: Cloud) => {
    const { apiKey, baseUrl } = await makeCloudKey(gateway, protocol);
    const report = join(folder, `${protocol}.json`);
    const given = [`simulator-${protocol}`, '--base-url', baseUrl, '--report', report];
    const { exitCode, output } = await check(given, { SIMULATOR_API_KEY: apiKey });
    expect({ wrong: listWrong(output), exitCode, output }).toEqual({
      ...{ wrong: [], exitCode: 0, output },
    });
  });

  it('tells what is wrong, and exits with 1', async () => {
    const report = join(folder, 'wrong.json');
    const model = ['--model', 'chat+no_usage', '--report', report];
    const address = ['--base-url', simulatorUrl(gateway)];
    const { exitCode, output } = await check(['simulator-openai', ...address, ...model]);
    expect(exitCode).toBe(1);
    expect(listWrong(output).join('\n')).toContain('usage is missing');
    expect(readFileSync(report, 'utf8')).toContain('"verdict": "wrong"');
  });

  it('keeps recordings without the key', async () => {
    const apiKey = 'secret-key-0123456789';
    const record = join(folder, 'recordings');
    const given = ['simulator-openai', '--base-url', simulatorUrl(gateway), '--record', record];
    const report = ['--report', join(folder, 'recorded.json')];
    await check([...given, ...report], { SIMULATOR_API_KEY: apiKey });
    const files = readdirSync(record).map((name) => readFileSync(join(record, name), 'utf8'));
    expect(files.length).toBeGreaterThan(15);
    expect(files.filter((text) => text.includes(apiKey))).toEqual([]);
    expect(files[0]).toContain('/v1/chat/completions');
  });

  it.each([
    [[], 'usage: npm run provider:check'],
    [['nobody'], 'nobody is no provider of text; there is openai'],
    [['openai'], 'OPENAI_API_KEY must be set'],
    [['simulator-openai'], 'the simulator needs --base-url'],
    [['openai', '--wrong'], "Unknown option '--wrong'"],
    [['openai', '--base-url', 'x'], '--base-url is "x"'],
  ])('says how to call it: %j', async (given, message) => {
    const { exitCode, output } = await check(given);
    expect(exitCode).toBe(2);
    expect(output).toContain(message);
  });
});
