import { waitUntil } from '@tollgate/testing';
import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway, type Gateway } from '../test/support/gateway';
import { startSecondEdge, type SecondEdge } from '../test/support/second-edge';

const gateway = getSharedGateway();
let second: SecondEdge;
let edges: readonly Gateway[];
let ada: Account;

beforeAll(async () => {
  second = await startSecondEdge(gateway);
  edges = [gateway, second.gateway];
});
afterAll(() => second.stop());
beforeEach(async () => {
  ada = await openAccount(gateway);
});

async function logIn({ email, password }: Account): Promise<string> {
  const { headers } = await gateway.call('/api/auth/login', { body: { email, password } });
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function make(cookie: string): Promise<ApiAnswer> {
  return gateway.call('/api/account/playground-token', { method: 'POST', cookie });
}

async function makeToken(cookie = ada.cookie): Promise<string> {
  const answer = await make(cookie);
  expect(answer.status).toBe(201);
  return answer.json.token as string;
}

async function callEverywhere(bearer: string): Promise<readonly number[]> {
  return Promise.all(edges.map(async (edge) => (await chat(edge, { bearer })).status));
}

describe('a playground token', () => {
  it('calls models as its user; the calls are charged and recorded for the playground', async () => {
    const before = await readSettledCredits(gateway, ada.key);
    const bearer = await makeToken();
    const answer = await chat(gateway, { bearer, isStreaming: true });
    expect(answer.status).toBe(200);
    const named = await chat(gateway, { bearer, call: { headers: { 'x-title': 'My page' } } });
    expect(named.status).toBe(200);
    const after = await waitUntil(
      async () => {
        const credits = await readSettledCredits(gateway, ada.key);
        const spent = credits.usage - before.usage;
        return spent === (answer.costNanos ?? 0n) + (named.costNanos ?? 0n) ? spent : undefined;
      },
      { timeoutMs: 30_000, what: 'both calls charged' },
    );
    expect(after > 0n).toBe(true);
    const json = await waitUntil(
      async () => {
        const report = await gateway.call('/v1/usage?period=day', { bearer: ada.key });
        return report.json.totals.requests === 2 ? report.json : undefined;
      },
      { timeoutMs: 30_000, what: 'both calls in the report' },
    );
    const apps = (json.byApp as Json[]).map(({ appName }) => appName as string);
    expect(apps.toSorted()).toEqual(['My page', 'playground']);
    expect((json.byKey as Json[]).map(({ keyName }) => keyName)).toEqual(['playground']);
    const path = `/api/v1/generation?id=${answer.generationId}`;
    const receipt = await gateway.call(path, { cookie: ada.cookie });
    expect(receipt.json.data).toMatchObject({ app_name: 'playground' });
  });

  it('is refused everywhere else, and makes no other token', async () => {
    const bearer = await makeToken();
    for (const path of [
      '/api/account',
      '/api/account/keys',
      '/v1/keys',
      '/v1/credits',
      '/v1/key',
    ]) {
      expect([path, (await gateway.call(path, { bearer })).status]).toEqual([path, 403]);
    }
    const again = await gateway.call('/api/account/playground-token', { method: 'POST', bearer });
    expect(again.status).toBe(403);
    const byKey = { method: 'POST', bearer: ada.key } as const;
    expect((await gateway.call('/api/account/playground-token', byKey)).status).toBe(403);
  });

  it('ends with its session at once on every edge, and no other does', async () => {
    const cookie = await logIn(ada);
    const bearer = await makeToken(cookie);
    const other = await makeToken();
    expect(await callEverywhere(bearer)).toEqual([200, 200]);
    expect(await callEverywhere(other)).toEqual([200, 200]);
    expect((await gateway.call('/api/auth/logout', { method: 'POST', cookie })).status).toBe(204);
    expect(await callEverywhere(bearer)).toEqual([401, 401]);
    expect(await callEverywhere(other)).toEqual([200, 200]);
    expect((await make(cookie)).status).toBe(401);
  });

  it('ends when all sessions of its user but another one do', async () => {
    const bearer = await makeToken(await logIn(ada));
    expect(await callEverywhere(bearer)).toEqual([200, 200]);
    const ended = { method: 'DELETE', cookie: ada.cookie } as const;
    expect((await gateway.call('/api/account/sessions', ended)).status).toBe(204);
    expect(await callEverywhere(bearer)).toEqual([401, 401]);
  });
});
