import { CallerKind } from '@tollgate/contracts';
import type { CallerIdentity } from '@tollgate/identity';
import { hashSecret } from '@tollgate/ids';
import { callUnary } from '@tollgate/rpc';
import { waitUntil } from '@tollgate/testing';
import { signUp } from '../support/accounts';
import { startAuth, type AuthUnderTest } from '../support/start-auth';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const admin = { kind: 'operator' } as const;
const path = '/api/admin/tokens';
let counter = 0;

interface Token {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly lastUsed: string | null;
}

const post = (body: object, caller: Partial<CallerIdentity> = admin) =>
  auth.send('post', path, caller).send(body);

async function make(scopes: readonly string[], more: object = {}): Promise<Token> {
  const answer = await post({ name: `token-${++counter}`, scopes, ...more });
  expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
  return answer.body as Token;
}

async function authenticate(secret: string) {
  const call = auth.rpc.authenticateKey.bind(auth.rpc);
  return (await callUnary(call, { keyHash: hashSecret(secret) }, { deadlineMs: 20_000 })).caller;
}

const list = async () => (await auth.send('get', path, admin)).body.items as Token[];
/** What the edge would say about a request with the token. */
const asToken = ({ id, name }: Token) =>
  ({ kind: 'operator', userId: `operator-token:${name}`, keyId: id }) as const;

describe('an operator token', () => {
  it('is shown once, stored as a hash, and given to the edge with its scopes', async () => {
    const made = await make(['money', 'read', 'money']);
    expect(made.token).toMatch(/^sk-tg-op-[0-9A-Za-z]{43}$/);
    expect(made).toMatchObject({ scopes: ['money', 'read'], createdBy: 'admin-token' });
    expect(await authenticate(made.token)).toMatchObject({
      kind: CallerKind.CALLER_KIND_OPERATOR_TOKEN,
      userId: `operator-token:${made.name}`,
      keyId: made.id,
      operatorScopes: ['money', 'read'],
      walletId: '',
      isOperator: false,
    });
    const listed = await auth.send('get', path, admin);
    expect(listed.text).not.toContain(made.token);
    const { rows } = await auth.sql.query<{ row: string }>(
      'SELECT t::text AS row FROM operator_tokens t',
    );
    expect(JSON.stringify(rows)).not.toContain(made.token);
  });

  it('shows its last use', async () => {
    const made = await make(['read']);
    const find = async () => (await list()).find(({ id }) => id === made.id)?.lastUsed;
    expect(await find()).toBeNull();
    await authenticate(made.token);
    expect(Date.parse((await find()) ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('is refused after its revocation, which the audit log shows', async () => {
    const made = await make(['users']);
    const revoke = () => auth.send('delete', `${path}/${made.id}`, admin);
    expect((await revoke()).status).toBe(204);
    await expect(authenticate(made.token)).rejects.toMatchObject({ reason: 'unauthenticated' });
    expect((await revoke()).status).toBe(404);
    expect((await auth.send('delete', `${path}/nothing`, admin)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
    expect((await post({ name: made.name, scopes: ['read'] })).status).toBe(409);
    const actions = () =>
      auth.auditEvents.flatMap(({ action, target }) => (target?.id === made.id ? [action] : []));
    await waitUntil(() => actions().length === 2, { timeoutMs: 30_000, what: 'the entries' });
    expect(actions()).toEqual(['admin.token.create', 'admin.token.revoke']);
  });

  it('is refused after its end', async () => {
    const made = await make(['read'], { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    expect(await authenticate(made.token)).toMatchObject({ keyId: made.id });
    await auth.sql.query('UPDATE operator_tokens SET expires_at = now() WHERE id = $1', [made.id]);
    await expect(authenticate(made.token)).rejects.toMatchObject({ reason: 'unauthenticated' });
  });

  it('is made once per Idempotency-Key, and one name makes one token', async () => {
    const body = { name: `token-${++counter}`, scopes: ['read'] };
    const send = () => post(body).set('idempotency-key', body.name);
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual({ ...(first.body as object), token: null });
    const name = `token-${++counter}`;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => post({ name, scopes: ['read'] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('is managed neither by tokens nor by people', async () => {
    const made = await make(['read', 'catalog', 'money', 'users']);
    const person = await signUp(auth);
    for (const caller of [asToken(made), person.caller]) {
      expect((await post({ name: 'sly', scopes: ['read'] }, caller)).status).toBe(403);
      expect((await auth.send('get', path, caller)).status).toBe(403);
      expect((await auth.send('delete', `${path}/${made.id}`, caller)).status).toBe(403);
    }
  });

  it('changes users under its own name, but not who is an operator', async () => {
    const made = await make(['users']);
    const [person, boss] = [await signUp(auth), await signUp(auth)];
    await auth.sql.query(`UPDATE users SET role = 'operator' WHERE id = $1`, [boss.userId]);
    const patch = (userId: string, body: object) =>
      auth.send('patch', `/api/admin/users/${userId}`, asToken(made)).send(body);
    expect((await patch(person.userId, { name: 'Grace' })).status).toBe(200);
    expect((await patch(person.userId, { role: 'operator' })).status).toBe(403);
    expect((await patch(boss.userId, { role: 'user' })).status).toBe(403);
    const suspend = auth.send('post', `/api/admin/users/${boss.userId}/suspend`, asToken(made));
    expect((await suspend.send({ reason: 'coup' })).status).toBe(403);
    const update = await waitUntil(
      () => auth.auditEvents.find(({ action }) => action === 'admin.user.update'),
      { timeoutMs: 30_000, what: 'the entry of the update' },
    );
    expect(update.actor).toMatchObject({ type: 'operator', id: `operator-token:${made.name}` });
  });

  it.each([
    [{ scopes: ['read'] }, 'name'],
    [{ name: 'Has Space', scopes: ['read'] }, 'name'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['everything'] }, 'scopes.0'],
    [{ name: 'x', scopes: ['read'], expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ])('refuses %j', async (body, param) => {
    const answer = await post(body);
    expect([answer.status, (answer.body as { error: { param: string } }).error.param]).toEqual([
      400,
      param,
    ]);
  });
});
