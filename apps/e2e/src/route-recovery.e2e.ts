import { setTimeout as wait } from 'node:timers/promises';
import { waitUntil, watchStalls } from '@tollgate/testing';
import { openAccount, openAccounts, type Account } from '../test/support/accounts';
import { addRoutedModel } from '../test/support/add-routes';
import { chat, type ChatAnswer } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { startProvider } from '../test/support/provider';
import { readGeneration } from '../test/support/read-generation';
import { simulatorUrl } from '../test/support/simulator';

const addressCap = 3;
/** Of its own: routes are isolated as by default, and every account calls from one address. */
let gateway: Awaited<ReturnType<typeof startGateway>>;
let accounts: Account[];

beforeAll(async () => {
  gateway = await startGateway({ environment: { AUTO_FREE_IP_RPM: String(addressCap) } });
  accounts = await openAccounts(gateway, 3);
});

afterAll(() => gateway.end());

let calls = 0;

async function ask(model: string): Promise<ChatAnswer & { readonly account: Account }> {
  calls += 1;
  const account = accounts[calls % accounts.length] as Account;
  return { ...(await chat(gateway, { bearer: account.key, body: { model } })), account };
}

const completion = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  created: 1,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'ok' } }],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

describe('an isolated route, probed as often as by default', () => {
  it('answers again within 60 s of its return, and no call is lost in the meantime', async () => {
    let isBroken = true;
    const provider = await startProvider((response) => {
      if (isBroken) response.destroy();
      else response.writeHead(200, { 'content-type': 'application/json' }).end(completion);
    });
    try {
      const model = 'recovery/model';
      const routes = [{ provider: 'returning', baseUrl: provider.url }, { provider: 'good' }];
      const [routeId] = await addRoutedModel(gateway, model, routes);
      const lost: unknown[] = [];
      const isOpen = async (): Promise<boolean> => {
        const { hasStalled, result: answer } = await watchStalls(() => ask(model));
        // A gateway that did not run for a second may refuse a call with 503.
        if (answer.status !== 200 && !hasStalled) lost.push(answer.error);
        const { items } = await gateway.operate('/api/admin/routes/health');
        return (items as { routeId: string; state: string }[]).some(
          (item) => item.routeId === routeId && item.state === 'open',
        );
      };
      await waitUntil(isOpen, { timeoutMs: 30_000, what: 'the isolation of the route' });
      isBroken = false;
      await waitUntil(async () => !(await isOpen()), {
        timeoutMs: 60_000,
        pollMs: 500,
        what: 'the return of the route',
      });
      const answer = await ask(model);
      const record = await readGeneration(gateway, answer, answer.account);
      expect(record.provider).toBe('returning');
      expect(lost).toEqual([]);
    } finally {
      provider.stop();
    }
  });
});

describe('a default key', () => {
  it('serves known models that no route names', async () => {
    const body = { id: 'unrouted/model', name: 'm', kind: 'chat' };
    const prices = { prompt: '1', completion: '2' };
    await gateway.operate('/api/admin/models', { body: { ...body, prices } });
    const key = { provider: 'fallback', baseUrl: simulatorUrl(gateway), apiKey: 'any' };
    await waitUntil(async () => (await ask(body.id)).status === 503, {
      timeoutMs: 30_000,
      what: 'a model that nobody serves',
    });
    await gateway.operate('/api/admin/provider-keys', {
      body: { ...key, protocol: 'openai', isDefault: true },
    });
    const answered = await waitUntil(
      async () => {
        const answer = await ask(body.id);
        return answer.status === 200 ? answer : undefined;
      },
      { timeoutMs: 30_000, what: 'the default key' },
    );
    const record = await readGeneration(gateway, answered, answered.account);
    expect(record).toMatchObject({ provider: 'fallback', model: body.id });
    expect((await ask('unrouted/unknown')).status).toBe(400);
  });
});

describe('auto:free', () => {
  it('is capped for an address, whichever accounts call from it', async () => {
    const statuses: number[] = [];
    // Begun late in a minute the calls would count in two.
    const leftMs = 60_000 - (Date.now() % 60_000);
    if (leftMs < 20_000) await wait(leftMs + 100);
    for (let count = 0; count < addressCap + 2; count++) {
      const { key } = await openAccount(gateway, { creditUsd: 0 });
      const answer = await chat(gateway, { bearer: key, body: { model: 'auto:free' } });
      statuses.push(answer.status);
      if (answer.status === 429)
        expect(answer.error.message).toMatch(/^Free quota of auto:free exceeded: 3 requests/);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });
});
