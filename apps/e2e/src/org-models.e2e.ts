import { measureWork, waitUntil } from '@tollgate/testing';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { callDialect, dialectNames, type DialectAnswer } from '../test/support/dialects';
import { getSharedGateway, type Gateway } from '../test/support/gateway';
import { openOrgDesk, waitForStatus, type OrgDesk } from '../test/support/org-desk';
import type { SecondEdge } from '../test/support/second-edge';
import { startSecondRelay } from '../test/support/second-relay';

const gateway = getSharedGateway();
const prefixes = ['', '/api'];
const [chatModel, claude, embed, gemini] = [
  ...['simulator/chat', 'simulator/claude', 'simulator/embed', 'simulator/gemini'],
] as [string, string, string, string];

let second: SecondEdge;
let desk: OrgDesk;
let orgKey: string;
let teamKey: string;
let memberKey: string;

const chat = (bearer: string, model: string, body: object = {}, through: Gateway = gateway) =>
  callDialect(through, 'chat', { bearer, model, body: { max_tokens: 5, ...body } });

function embedText(bearer: string, model: string, prefix = ''): Promise<ApiAnswer> {
  return gateway.call(`${prefix}/v1/embeddings`, { bearer, body: { model, input: 'Hello' } });
}

function expectNotAllowed({ json, status }: Pick<DialectAnswer, 'json' | 'status'>): void {
  expect([status, json.error.code, json.error.type]).toEqual([
    ...[403, 'model_not_allowed', 'permission_error'],
  ]);
}

const allow = (path: string, allowedModels: readonly string[]): Promise<Json> =>
  desk.set(`${path}/allowed-models`, { allowedModels });

beforeAll(async () => {
  second = await startSecondRelay(gateway);
  desk = await openOrgDesk(gateway);
  const { memberId } = desk.member;
  [orgKey, teamKey, memberKey] = await Promise.all([
    desk.makeKey(),
    desk.makeKey({ teamId: desk.ownTeamId }),
    desk.makeKey({ memberId }),
  ]);
});
afterAll(() => second.stop());

describe('the models that organization, team and member allow', () => {
  beforeAll(async () => {
    await allow('', ['simulator/*']);
    await allow(`/teams/${desk.ownTeamId}`, [chatModel, claude, embed, 'openai/gpt-4o']);
    const lists = await allow(`/members/${desk.member.memberId}`, [claude, embed, gemini]);
    expect(lists.effective.toSorted()).toEqual([claude, embed]);
    await waitForStatus(() => chat(memberKey, chatModel), 403);
  });

  it.each(dialectNames)('are those of all three on %s, under both prefixes', async (dialect) => {
    const call = (bearer: string, model: string, prefix: string) =>
      callDialect(gateway, dialect, { bearer, model, prefix });
    for (const prefix of prefixes) {
      expect((await call(memberKey, claude, prefix)).status).toBe(200);
      for (const model of [chatModel, gemini, 'openai/gpt-4o']) {
        expectNotAllowed(await call(memberKey, model, prefix));
      }
      expect((await call(teamKey, chatModel, prefix)).status).toBe(200);
      for (const model of [gemini, 'openai/gpt-4o']) {
        expectNotAllowed(await call(teamKey, model, prefix));
      }
      expect((await call(orgKey, gemini, prefix)).status).toBe(200);
      expectNotAllowed(await call(orgKey, 'openai/gpt-4o', prefix));
    }
  });

  it('hold for embeddings, for cursor, for what is only counted, and for estimates', async () => {
    for (const prefix of prefixes) {
      expect((await embedText(memberKey, embed, prefix)).status).toBe(200);
      expectNotAllowed(await embedText(memberKey, 'openai/text-embedding-3-small', prefix));
    }
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { model: chatModel, messages, max_tokens: 5 };
    const post = (path: string, more: object = {}) =>
      gateway.call(path, { bearer: memberKey, body: { ...body, ...more } });
    expectNotAllowed(await post('/v1/cursor/chat/completions'));
    expectNotAllowed(await post('/v1/messages/count_tokens'));
    expect((await post('/v1/messages/count_tokens', { model: claude })).status).toBe(200);
    const estimate = await post('/v1/estimate', { endpoint: 'chat' });
    expect(estimate.json.would).toBe('403 model_not_allowed');
  });

  it('are judged by what a name means, not by how it is written', async () => {
    const refused = ['SIMULATOR/CHAT', 'simulator/chat:nitro', 'tollgate/simulator/chat', 'gpt-4o'];
    for (const name of [...refused, 'gpt-4o:floor']) {
      expectNotAllowed(await chat(memberKey, name));
    }
    for (const name of ['Simulator/Claude', 'simulator/claude:floor', 'tollgate/simulator/claude'])
      expect([name, (await chat(memberKey, name)).status]).toEqual([name, 200]);
  });

  it('are the only ones that a list shows, and the others cannot be found', async () => {
    for (const prefix of prefixes) {
      const read = (path: string) =>
        gateway.call(`${prefix}/v1/models${path}`, { bearer: memberKey });
      const list = async (query: string): Promise<string[]> =>
        (await read(query)).json.data.map(({ id }: { id: string }) => id).toSorted();
      expect(await list('')).toEqual([claude]);
      expect(await list('?output_modalities=all')).toEqual([claude, embed]);
      expect((await read(`/${claude}`)).status).toBe(200);
      const hidden = await read(`/${chatModel}`);
      const unknown = await read('/simulator/nothing');
      expect([hidden.status, hidden.json.error.code]).toEqual([404, 'model_not_found']);
      expect(hidden.text.replaceAll(chatModel, '')).toBe(
        unknown.text.replaceAll('simulator/nothing', ''),
      );
    }
    const everything = await gateway.call('/v1/models');
    expect(everything.json.data.length).toBeGreaterThan(10);
    expect((await gateway.call(`/v1/models/${chatModel}`)).status).toBe(200);
  });

  it('are left over of a list of models, in its order', async () => {
    const models = [gemini, claude];
    const answer = await chat(memberKey, chatModel, { models });
    expect([answer.status, answer.json.model]).toEqual([200, claude]);
    expectNotAllowed(await chat(memberKey, chatModel, { models: [gemini, 'openai/gpt-4o'] }));
  });

  it('bind the router as well', async () => {
    const put = (fallbacks: readonly string[]) =>
      gateway.operate('/api/admin/auto-tiers/paid/coding', {
        method: 'PUT',
        body: { enabled: true, primary: chatModel, fallbacks },
      });
    const ask = (bearer: string) => {
      const content = 'Refactor this TypeScript function and add a unit test';
      return chat(bearer, 'auto', { messages: [{ role: 'user', content }] });
    };
    try {
      await put([]);
      expectNotAllowed(await waitForStatus(() => ask(memberKey), 403));
      expect((await ask(teamKey)).headers.get('x-auto-resolved-model')).toBe(chatModel);
      await put([gemini, claude]);
      const routed = await waitForStatus(() => ask(memberKey), 200);
      expect(routed.headers.get('x-auto-resolved-model')).toBe(claude);
    } finally {
      await put([]);
    }
  });
});

describe('a change of what an organization allows', () => {
  it('is in force on two relays within two seconds, there and back', async () => {
    const relays = [gateway, second.gateway];
    await allow('', []);
    const times: number[] = [];
    for (const model of [chatModel, claude, chatModel]) {
      for (const relay of relays) {
        await waitForStatus(() => chat(orgKey, gemini, {}, relay), 200);
      }
      await allow('', [model]);
      const { ms } = await measureWork(() =>
        Promise.all(
          relays.map((relay) => waitForStatus(() => chat(orgKey, gemini, {}, relay), 403)),
        ),
      );
      times.push(ms);
      for (const relay of relays) {
        expect((await chat(orgKey, model, {}, relay)).status).toBe(200);
      }
      await allow('', []);
    }
    // A change that has to wait for its turn waits every time, a busy machine is slow sometimes.
    expect(Math.min(...times)).toBeLessThan(2_000);
  });

  it('by suspending it refuses its keys everywhere, and only while it lasts', async () => {
    const suspend = (suspended: boolean) =>
      gateway.operate(`/api/admin/orgs/${desk.orgId}`, { method: 'PATCH', body: { suspended } });
    const relays = [gateway, second.gateway];
    const ask = (relay: Gateway) => chat(orgKey, claude, {}, relay);
    for (const relay of relays) await waitForStatus(() => ask(relay), 200);
    try {
      await suspend(true);
      for (const relay of relays) {
        const refused = await waitForStatus(() => ask(relay), 403);
        expect(refused.json.error).toMatchObject({ type: 'permission_error', code: 403 });
      }
    } finally {
      await suspend(false);
    }
    for (const relay of relays) await waitForStatus(() => ask(relay), 200);
  });
});

describe('what a team is for', () => {
  const scope = (permissionScope: readonly string[]) =>
    desk.v1(`/teams/${desk.otherTeamId}`, { method: 'PATCH', body: { permissionScope } });

  it('bounds the endpoints of its members and keys, and names the team', async () => {
    const keys = await Promise.all([
      desk.makeKey({ teamId: desk.otherTeamId }),
      desk.makeKey({ memberId: desk.otherMember.memberId }),
    ]);
    await scope(['embeddings']);
    for (const key of keys) {
      await waitForStatus(() => chat(key, chatModel), 403);
      for (const dialect of dialectNames) {
        const refused = await callDialect(gateway, dialect, { bearer: key, model: chatModel });
        expect(refused.status).toBe(403);
        expect(refused.json.error).toMatchObject({ type: 'permission_error', code: 403 });
        expect(refused.json.error.message).toContain('Other');
      }
      expect((await embedText(key, embed)).status).toBe(200);
    }
    await scope(['inference']);
    for (const key of keys) {
      await waitForStatus(() => chat(key, chatModel), 200);
      expect((await embedText(key, embed)).status).toBe(403);
    }
    expect((await embedText(orgKey, embed)).status).toBe(200);
  });

  it('follows a member into another team', async () => {
    const { memberId } = desk.billingViewer;
    const key = await desk.makeKey({ memberId });
    await scope(['embeddings']);
    expect((await chat(key, chatModel)).status).toBe(200);
    const move = (teamId: string | null) =>
      desk.v1(`/members/${memberId}`, { method: 'PATCH', body: { teamId } });
    await move(desk.otherTeamId);
    await waitForStatus(() => chat(key, chatModel), 403);
    await move(null);
    await waitUntil(async () => (await chat(key, chatModel)).status === 200, { timeoutMs: 30_000 });
  });
});
