import { waitUntil } from '@tollgate/testing';
import { openAccount } from '../test/support/accounts';
import { chat, type ChatAnswer } from '../test/support/chat';
import { killParts } from '../test/support/crash';
import { startGateway, type Gateway } from '../test/support/gateway';
import { openOrgDesk, waitForStatus, type OrgDesk } from '../test/support/org-desk';
import { getMedian } from '../test/support/time-refusals';

// It stops a service, so this suite has a stack of its own.
let gateway: Gateway & { readonly end: () => Promise<void> };
let known: OrgDesk;
let unknown: OrgDesk;
let knownKey: string;
let unknownKey: string;
let personalKey: string;

const ask = (bearer: string, model = 'simulator/chat'): Promise<ChatAnswer> =>
  chat(gateway, { bearer, body: { model, max_tokens: 5 } });

/** Neither answers nor breaks connections, like a network that swallows everything. */
function stopAnswering(isStopped: boolean): void {
  const pid = gateway.credentials().pids['orgs'];
  if (pid === undefined) throw new Error('no process of orgs');
  process.kill(pid, isStopped ? 'SIGSTOP' : 'SIGCONT');
}

beforeAll(async () => {
  gateway = await startGateway();
  [known, unknown] = await Promise.all([openOrgDesk(gateway), openOrgDesk(gateway)]);
  await known.set('/allowed-models', { allowedModels: ['simulator/*'] });
  [knownKey, unknownKey, { key: personalKey }] = await Promise.all([
    known.makeKey(),
    unknown.makeKey(),
    openAccount(gateway),
  ]);
  await waitForStatus(() => ask(knownKey), 200);
});
afterAll(() => gateway.end());

describe('while orgs does not answer', () => {
  beforeAll(() => stopAnswering(true));
  afterAll(() => stopAnswering(false));

  it('calls with a cached policy pass without delay', async () => {
    const times: number[] = [];
    for (let call = 0; call < 5; call++) {
      const startMs = Date.now();
      expect((await ask(knownKey)).status).toBe(200);
      times.push(Date.now() - startMs);
    }
    // A call to orgs would delay every request; a busy machine delays only some.
    expect(getMedian(times)).toBeLessThan(1_000);
    const refused = await ask(knownKey, 'openai/gpt-4o');
    expect([refused.status, refused.error.code]).toEqual([403, 'model_not_allowed']);
    expect((await ask(personalKey)).status).toBe(200);
  });

  it('calls without a cached policy get 503 with a retry time', async () => {
    const refused = await ask(unknownKey);
    expect(refused.status).toBe(503);
    expect(refused.error).toMatchObject({ type: 'overloaded_error', code: 503 });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // Waiting calls do not delay the others.
    const waiting = Promise.all(Array.from({ length: 20 }, () => ask(unknownKey)));
    expect((await ask(knownKey)).status).toBe(200);
    for (const { status } of await waiting) expect(status).toBe(503);
  });

  it('listing models is refused as well rather than unfiltered', async () => {
    const { json, status } = await gateway.call('/v1/models', { bearer: unknownKey });
    expect([status, json.error.code]).toEqual([503, 503]);
    expect((await gateway.call('/v1/models')).status).toBe(200);
  });
});

describe('when orgs is back', () => {
  it('everybody is let in, and a change that was made counts', async () => {
    await waitForStatus(() => ask(unknownKey), 200);
    await known.set('/allowed-models', { allowedModels: ['openai/*'] });
    await waitForStatus(() => ask(knownKey), 403);
    await known.set('/allowed-models', { allowedModels: [] });
    await waitForStatus(() => ask(knownKey), 200);
  });

  it('also after it was killed: known callers notice nothing', async () => {
    const answers: number[] = [];
    let isOver = false;
    const calling = (async () => {
      while (!isOver) answers.push((await ask(knownKey)).status);
    })();
    await killParts(gateway, 'orgs');
    isOver = true;
    await calling;
    expect(new Set(answers)).toEqual(new Set([200]));
    const { cookie } = known.orgAdmin.account;
    await waitUntil(
      async () => (await gateway.call(`/v1/orgs/${known.orgId}`, { cookie })).status === 200,
      { timeoutMs: 30_000, what: 'the new process' },
    );
    await known.set('/allowed-models', { allowedModels: ['openai/*'] });
    await waitForStatus(() => ask(knownKey), 403);
  });
});
