import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import type { Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { readGeneration } from '../test/support/read-generation';

const gateway = getSharedGateway();
/** fetch takes one character per byte: this is how UTF-8 leaves a client. */
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const titles: readonly [sent: string, recorded: string][] = [
  ['Claude Code', 'Claude Code'],
  [asBytes('日本語アプリ 🚀'), '日本語アプリ 🚀'],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['x'.repeat(150), 'x'.repeat(100)],
  ['a\tb', 'ab'],
  [`it's, {a} "test"`, `it's, {a} "test"`],
];

describe('the app that makes a call', () => {
  let ada: Account;
  const generations: string[] = [];
  beforeAll(async () => {
    ada = await openAccount(gateway);
    for (const [title] of titles) {
      const headers = { 'x-title': title, 'http-referer': 'https://app.example/page' };
      const answer = await chat(gateway, { bearer: ada.key, call: { headers } });
      expect(answer.status).toBe(200);
      generations.push(answer.generationId);
    }
    await chat(gateway, { bearer: ada.key });
  });

  it('is in the record of the call, with the address it names', async () => {
    for (const [index, [, recorded]] of titles.entries()) {
      const generationId = generations[index] ?? '';
      const data = await readGeneration(gateway, { generationId }, ada);
      expect([data.app_name, data.http_referer]).toEqual([recorded, 'https://app.example/page']);
    }
  });

  it('has its own line in the report, under any name', async () => {
    const byApp = await waitUntil(
      async () => {
        const { json } = await gateway.call('/v1/usage?period=day', { bearer: ada.key });
        return json.totals.requests === titles.length + 1 ? (json.byApp as Json[]) : undefined;
      },
      { timeoutMs: 30_000, what: 'all calls in the report' },
    );
    const names = byApp.map(({ appName, requests }) => `${appName} ${requests}`);
    const expected = [...titles.map(([, recorded]) => recorded), 'unknown'];
    expect(names.toSorted()).toEqual(expected.map((name) => `${name} 1`).toSorted());
    expect(({} as Json).appName).toBeUndefined();
  });
});
