import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatUsd, nanosPerUsd, usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
const provider = `fresh-${randomBytes(4).toString('hex')}`;
const model = `${provider}/chat`;
/** Long enough for the program that plans the change, and for the relays to load it. */
const soonMs = 8_000;
/** A caller may ask for 120 receipts in a minute. */
const betweenMs = 500;

let folder: string;
let ada: Account;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fresh-prices-'));
  ada = await openAccount(gateway);
  await addModel(gateway, { id: model, prices: { prompt: '1', completion: '2' } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Run {
  readonly exitCode: number;
  readonly output: string;
}

/** What `npm run catalog:import` and `npm run bill:compare` run. */
function run(program: string, given: readonly string[]): Promise<Run> {
  const file = join('dist', 'tools', 'operator', `${program}.main.js`);
  const { adminToken } = gateway.credentials();
  const env = {
    PATH: process.env['PATH'],
    TOLLGATE_URL: gateway.baseUrl,
    ADMIN_TOKEN: adminToken,
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...given], { env }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}

function writeList(name: string, entries: Readonly<Record<string, object>>): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ sample_spec: {}, ...entries }));
  return file;
}

const operate = async (path: string): Promise<Json> =>
  (await gateway.call(`/api/admin/${path}`, { bearer: gateway.credentials().adminToken })).json;
const readModel = (): Promise<Json> => operate(`models/${encodeURIComponent(model)}`);
const listPlans = async (): Promise<Json[]> =>
  ((await operate('planned-prices')).items as Json[]).filter(({ modelId }) => modelId === model);

let callsMade = 0;

/** A call, and when it was sent and answered. */
async function callOnce() {
  callsMade += 1;
  const sentMs = Date.now();
  const answer = await chat(gateway, { bearer: ada.key, body: { model } });
  expect(answer.status).toBe(200);
  return { ...answer, sentMs, answeredMs: Date.now() };
}

/** Of a version whose prices are so many USD per million tokens of the prompt, and twice that. */
const priceOf = (usd: number, { completion_tokens, prompt_tokens }: Json): bigint =>
  BigInt(usd) * 1_000n * (BigInt(prompt_tokens) + 2n * BigInt(completion_tokens));

describe('prices of a public list', () => {
  it('are imported by a program that says how it is used', async () => {
    const { exitCode, output } = await run('catalog-import', ['--help']);
    expect(exitCode).toBe(0);
    expect(output).toMatch(/^usage: npm run catalog:import/);
  });

  it('are shown before they are taken over, and come into force at their time', async () => {
    const first = await callOnce();
    const list = writeList('litellm.json', {
      [model]: {
        litellm_provider: provider,
        mode: 'chat',
        input_cost_per_token: 2e-6,
        output_cost_per_token: 4e-6,
        input_cost_per_token_batches: 1e-6,
      },
      [`${provider}/other`]: {
        litellm_provider: provider,
        mode: 'chat',
        input_cost_per_token: 1e-6,
        output_cost_per_token: 2e-6,
      },
    });
    const preview = await run('catalog-import', [list, '--providers', provider]);
    expect(preview.exitCode).toBe(0);
    expect(preview.output).toMatch(/prompt +1 +2 +dearer/);
    expect(preview.output).toContain(`${provider}/other (completion 2, prompt 1)`);
    expect(preview.output).toContain('the gateway has no batch calls');
    expect(preview.output).toContain('Nothing was changed');

    const effectiveMs = Date.now() + soonMs;
    const at = new Date(effectiveMs).toISOString();
    const given = [list, '--providers', provider, '--effective-at', at, '--apply'];
    const applied = await run('catalog-import', given);
    expect(applied).toMatchObject({ exitCode: 0 });
    expect(applied.output).toContain('1 models have new prices from');

    const calls = [first];
    while ((calls.at(-1)?.sentMs ?? 0) < effectiveMs) {
      calls.push(await callOnce());
      await sleep(betweenMs);
    }
    for (const call of calls) {
      const { price_version: version } = await readGeneration(gateway, call, ada);
      if (call.answeredMs < effectiveMs) expect(version).toBe(1);
      if (call.sentMs >= effectiveMs) expect(version).toBe(2);
      expect(call.costNanos).toBe(priceOf(version as number, call.json.usage));
    }
    const history = await gateway.call(`/v1/models/${encodeURIComponent(model)}/prices`);
    expect(history.json.data).toMatchObject([
      { version: 2, from: at, pricing: { prompt: '2', completion: '4' } },
      { version: 1, pricing: { prompt: '1', completion: '2' } },
    ]);
    const isWritten = async (): Promise<boolean> =>
      (await readModel()).priceVersion === 2 && (await listPlans()).length === 0;
    await waitUntil(isWritten, { timeoutMs: 30_000, what: 'the prices in the model' });
  });

  it('are refused with the message of the gateway, or with how to call the program', async () => {
    const empty = writeList('empty.json', {});
    const refused = await run('catalog-import', [empty]);
    expect(refused).toEqual({
      exitCode: 1,
      output: expect.stringContaining('document is not a list of litellm'),
    });
    expect((await run('catalog-import', [])).exitCode).toBe(2);
    expect((await run('catalog-import', [join(folder, 'missing.json')])).exitCode).toBe(2);
  });
});

describe('the bill of a provider', () => {
  const head = 'date,model,requests,input_tokens,output_tokens,cost';
  const today = (): string => new Date().toISOString().slice(0, 10);
  const read = (day: string): Promise<Json> =>
    operate(`usage?provider=${provider}&from=${day}&to=${day}`);

  it('is compared with the receipts, by day and model', async () => {
    await callOnce();
    const day = today();
    let figures: Json = {};
    // Postings come a moment after the answers.
    const isPosted = async (): Promise<boolean> => {
      figures = (await read(day)).totals;
      return Number(figures.requests) === callsMade;
    };
    await waitUntil(isPosted, { timeoutMs: 30_000, what: 'the receipts in the book' });
    const spent = usdNumberToNanos(Number(figures.spend));
    const sides = `${figures.promptTokens},${figures.completionTokens}`;
    const file = join(folder, 'bill.csv');
    writeFileSync(file, `${head}\n${day},chat,${figures.requests},${sides},${formatUsd(spent)}\n`);
    const same = await run('bill-compare', [provider, file]);
    expect(same).toEqual({ exitCode: 0, output: expect.stringContaining('4 figures of 1 days') });

    const more = formatUsd(spent + nanosPerUsd);
    writeFileSync(file, `${head}\n${day},chat,${figures.requests},${sides},${more}\n`);
    const other = await run('bill-compare', [provider, file]);
    expect(other.exitCode).toBe(1);
    expect(other.output).toMatch(new RegExp(`${day} ${model} +USD .*\\+1`));
    expect(other.output).toContain('1 differ');
  });

  it('is refused when it cannot be read', async () => {
    const file = join(folder, 'broken.csv');
    writeFileSync(file, 'a,b\n1,2\n');
    const { exitCode, output } = await run('bill-compare', [provider, file]);
    expect({ exitCode, output }).toEqual({
      exitCode: 2,
      output: expect.stringContaining('needs a column of date'),
    });
  });
});
