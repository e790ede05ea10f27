import { randomBytes } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import type { ApiAnswer, ApiCall, Json } from '../test/support/api-call';
import { chat, simulatorModel, type ChatAnswer } from '../test/support/chat';
import { callDialect } from '../test/support/dialects';
import { getSharedGateway } from '../test/support/gateway';
import { openOrgDesk, waitForStatus } from '../test/support/org-desk';
import { submitVideo } from '../test/support/videos';

const gateway = getSharedGateway();
const dear = `dear-${randomBytes(4).toString('hex')}/chat`;

beforeAll(async () => {
  await addModel(gateway, { id: dear, prices: { prompt: '0', completion: '100000' } });
});

/** Costs one dollar: ten tokens at ten cents. */
const spendDollar = (bearer: string): Promise<ChatAnswer> =>
  chat(gateway, { bearer, content: '[[sim:tokens=10]]', body: { model: dear, max_tokens: 10 } });

const readId = ({ headers }: Pick<ApiAnswer, 'headers'>): string =>
  headers.get('x-request-id') ?? '';

/** A refusal appears within seconds. */
function findRefusal(requestId: string, call: ApiCall): Promise<Json> {
  return waitUntil(
    async () => {
      const { json, status } = await gateway.call(`/api/refusals/${requestId}`, call);
      return status === 200 ? json : undefined;
    },
    { timeoutMs: 30_000, what: `the refusal of ${requestId}` },
  );
}

describe('why a request was refused', () => {
  let ada: Account;
  beforeAll(async () => {
    ada = await openAccount(gateway, { creditUsd: 50 });
  });

  it('names the cap of a key, for its owner alone', async () => {
    const { id, key } = await createKey(gateway, ada.cookie, {
      ...{ name: 'capped', limit: 1, limit_reset: 'weekly' },
    });
    await spendDollar(key);
    const refused = await waitForStatus(() => spendDollar(key), 402);
    const requestId = readId(refused);
    const refusal = await findRefusal(requestId, { cookie: ada.cookie });
    expect(refusal).toMatchObject({
      requestId,
      route: 'POST /v1/chat/completions',
      model: dear,
      status: 402,
      code: 'spend_limit_exceeded',
      scope: 'key',
      message: refused.error.message,
      figures: { unit: 'usd', window: 'weekly', limit: 1, used: 1, reserved: 0 },
      resetsAt: refused.error.metadata.resets_at,
      userId: ada.userId,
      keyId: id,
    });
    expect(refusal.remedy).toContain('raise the spend limit of this key');
    const listed = await gateway.call('/api/refusals?code=spend_limit_exceeded', { bearer: key });
    expect(listed.json.items[0].requestId).toBe(requestId);
    const stranger = await openAccount(gateway, { creditUsd: 0 });
    const path = `/api/refusals/${requestId}`;
    expect((await gateway.call(path, { cookie: stranger.cookie })).status).toBe(404);
    expect((await gateway.call(path, { bearer: ada.key })).status).toBe(404);
  });

  it('names the spend breaker of the account', async () => {
    const eve = await openAccount(gateway, { creditUsd: 50 });
    const body = { cbEnabled: true, cbMinuteUsd: 1_000, cbHourlyUsd: 1 };
    const path = '/api/account/circuit-breaker';
    await gateway.call(path, { method: 'PATCH', cookie: eve.cookie, body });
    await spendDollar(eve.key);
    const refused = await waitForStatus(() => spendDollar(eve.key), 429);
    const refusal = await findRefusal(readId(refused), { cookie: eve.cookie });
    expect(refusal).toMatchObject({ code: 'spend_breaker', scope: 'account', status: 429 });
    expect(refusal.figures).toMatchObject({ unit: 'usd', window: 'hour', limit: 1 });
  });

  it('names the missing balance', async () => {
    const poor = await openAccount(gateway, { creditUsd: 0 });
    const refused = await chat(gateway, { bearer: poor.key });
    expect(refused.status).toBe(402);
    const refusal = await findRefusal(readId(refused), { cookie: poor.cookie });
    expect(refusal).toMatchObject({ code: 'insufficient_credits', scope: 'account' });
    expect(refusal.figures).toMatchObject({ unit: 'usd', available: 0 });
    expect(refusal.model).toBe(simulatorModel);
  });

  it('names the rate limit, which the edge decides', async () => {
    const poor = await openAccount(gateway, { creditUsd: 5 });
    const refused = await waitUntil(
      async () => {
        const answer = await chat(gateway, { bearer: poor.key });
        return answer.status === 429 ? answer : undefined;
      },
      { timeoutMs: 60_000, what: 'a 429' },
    );
    const refusal = await findRefusal(readId(refused), { cookie: poor.cookie });
    expect(refusal).toMatchObject({
      code: 'rate_limited',
      scope: 'account',
      route: 'POST /v1/chat/completions',
      model: null,
      figures: { unit: 'requests', window: 'minute', limit: 20, used: 20 },
    });
    expect(Date.parse(refusal.resetsAt as string) % 60_000).toBe(0);
  });

  it('names an address that a key does not allow, which the client is not shown', async () => {
    const { key } = await createKey(gateway, ada.cookie, {
      ...{ name: 'fixed address', allowedCidrs: ['192.0.2.0/24'] },
    });
    const refused = await waitForStatus(() => chat(gateway, { bearer: key }), 401);
    const refusal = await findRefusal(readId(refused), { cookie: ada.cookie });
    expect(refusal).toMatchObject({ code: 'address_not_allowed', scope: 'key', status: 401 });
    expect(refusal.message).toMatch(/^This key may not be used from \S+\.$/);
  });

  it('keeps no refusal of an unknown key', async () => {
    const refused = await chat(gateway, { bearer: 'sk-unknown' });
    expect(refused.status).toBe(401);
    const { status } = await gateway.call(`/api/refusals/${readId(refused)}`, {
      cookie: ada.cookie,
    });
    expect(status).toBe(404);
  });
});

describe('the refusals of an organization', () => {
  it('name the list that leaves a model out, for calls and videos', async () => {
    const desk = await openOrgDesk(gateway);
    const bearer = await desk.makeKey({ teamId: desk.ownTeamId });
    await desk.set(`/teams/${desk.ownTeamId}/allowed-models`, {
      allowedModels: ['simulator/chat'],
    });
    const call = () => callDialect(gateway, 'chat', { bearer, model: 'simulator/claude' });
    const requestIds = [
      readId(await waitForStatus(call, 403)),
      readId(await waitForStatus(() => submitVideo(gateway, { bearer }), 403)),
    ];
    const cookie = desk.orgAdmin.account.cookie;
    const refusals = await Promise.all(requestIds.map((id) => findRefusal(id, { cookie })));
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ code: 'model_not_allowed', scope: 'team', status: 403 });
      expect(refusal).toMatchObject({ orgId: desk.orgId, teamId: desk.ownTeamId });
    }
    expect(refusals.map(({ route }) => route as string)).toEqual([
      ...['POST /v1/chat/completions', 'POST /v1/videos'],
    ]);
    const { json } = await gateway.call(`/api/orgs/${desk.orgId}/refusals`, { cookie });
    const listed = (json.items as Json[]).map(({ requestId }) => requestId as string);
    expect(listed).toEqual(expect.arrayContaining(requestIds));
    const { items } = (await gateway.call('/api/refusals', { cookie })).json;
    expect(items).toEqual([]);
  });
});
