import { randomUUID } from 'node:crypto';
import { openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, Json } from '../test/support/api-call';
import { getSharedGateway } from '../test/support/gateway';
import { makeManager, type Manager } from '../test/support/management-key';
import { simulatorUrl } from '../test/support/simulator';

const gateway = getSharedGateway();
let ada: Account;
let manager: Manager;

beforeAll(async () => {
  ada = await openAccount(gateway);
  manager = await makeManager(gateway, ada);
});

type Post = (idempotencyKey: string, body: object) => Promise<ApiAnswer>;

const byManager: Post = (idempotencyKey, body) =>
  manager.call('/v1/keys', { body, headers: { 'idempotency-key': idempotencyKey } });
const bySession: Post = (idempotencyKey, body) =>
  gateway.call('/api/account/keys', {
    cookie: ada.cookie,
    body,
    headers: { 'idempotency-key': idempotencyKey },
  });
const byOperator =
  (path: string): Post =>
  (idempotencyKey, body) =>
    gateway.call(path, {
      bearer: gateway.credentials().adminToken,
      body,
      headers: { 'idempotency-key': idempotencyKey },
    });

const isReplay = ({ headers }: ApiAnswer): boolean => headers.get('idempotent-replayed') === 'true';
const countNamed = async (name: string): Promise<number> =>
  ((await manager.call('/v1/keys')).json.keys as Json[]).filter((key) => key.name === name).length;

describe.each([
  ['POST /v1/keys', byManager],
  ['POST /api/account/keys', bySession],
])('%s with an Idempotency-Key', (_route, post) => {
  it('makes one key, and shows its secret to the first caller only', async () => {
    const [idempotencyKey, name] = [randomUUID(), randomUUID()];
    const made = await post(idempotencyKey, { name });
    const again = await post(idempotencyKey, { name });
    expect([made.status, isReplay(made)]).toEqual([201, false]);
    expect(made.json.key).toMatch(/^sk-tg-/);
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(again.json).toEqual({ ...made.json, key: null });
    expect(await countNamed(name)).toBe(1);
  });

  it('makes one key of twenty calls at once', async () => {
    const [idempotencyKey, name] = [randomUUID(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(idempotencyKey, { name })),
    );
    expect(await countNamed(name)).toBe(1);
    expect(answers.filter(({ json }) => typeof json.key === 'string')).toHaveLength(1);
    for (const { status, headers } of answers) {
      if (status !== 201) expect([status, headers.get('retry-after')]).toEqual([409, '1']);
    }
    expect(isReplay(await post(idempotencyKey, { name }))).toBe(true);
  });

  it('refuses the same key with another body, and malformed keys', async () => {
    const idempotencyKey = randomUUID();
    await post(idempotencyKey, { name: 'one' });
    const other = await post(idempotencyKey, { name: 'two' });
    expect([other.status, other.json.error.code]).toEqual([409, 409]);
    expect(other.headers.get('x-should-retry')).toBe('false');
    expect((await post('x'.repeat(129), { name: 'long' })).status).toBe(400);
  });
});

describe('the operator', () => {
  const id = `idempotency/${randomUUID()}`;
  const secret = `sk-upstream-${randomUUID()}`;
  let providerKeyId = '';

  async function makeTwice(path: string, body: object): Promise<Json> {
    const post = byOperator(path);
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 5 }, () => post(idempotencyKey, body)));
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const replay = await post(idempotencyKey, body);
    expect([replay.status, isReplay(replay)]).toEqual([201, true]);
    const made = answers.filter((answer) => answer.status === 201 && !isReplay(answer));
    expect(made).toHaveLength(1);
    expect(replay.text).toBe(made[0]?.text);
    const other = await post(idempotencyKey, { ...body, name: 'other', weight: 2 });
    expect(other.status).toBe(409);
    return replay.json;
  }

  it('makes one model', async () => {
    const prices = { prompt: '1', completion: '2' };
    const made = await makeTwice('/api/admin/models', { id, name: 'Once', kind: 'chat', prices });
    expect(made.id).toBe(id);
  });

  it('makes one provider key, whose secret no answer shows', async () => {
    const provider = randomUUID();
    const made = await makeTwice('/api/admin/provider-keys', {
      provider,
      baseUrl: simulatorUrl(gateway),
      apiKey: secret,
      protocol: 'openai',
    });
    expect(JSON.stringify(made)).not.toContain(secret);
    providerKeyId = made.id;
    const { items } = await gateway.operate('/api/admin/provider-keys?limit=500');
    expect(items.filter((item: Json) => item.provider === provider)).toHaveLength(1);
  });

  it('makes one route', async () => {
    await makeTwice('/api/admin/routes', { pattern: id, providerKeyId });
    const { items } = await gateway.operate('/api/admin/routes?limit=500');
    expect(items.filter((item: Json) => item.pattern === id)).toHaveLength(1);
  });
});
