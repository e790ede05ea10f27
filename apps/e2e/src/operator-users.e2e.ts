import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import type { ApiAnswer, ApiCall, Json } from '../test/support/api-call';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';

const gateway = getSharedGateway();
/** Far below the 15 seconds after which an edge would forget by itself. */
const atOnceMs = 2_000;
const reason = 'stolen cards';

const admin = (path: string, call: ApiCall = {}): Promise<ApiAnswer> =>
  gateway.call(`/api/admin/users${path}`, { bearer: gateway.credentials().adminToken, ...call });
const waitForStatus = (probe: () => Promise<{ readonly status: number }>, status: number) =>
  waitUntil(async () => (await probe()).status === status, {
    timeoutMs: atOnceMs,
    what: `status ${status}`,
  });
const readAccount = ({ cookie }: Account) => gateway.call('/api/account', { cookie });
const readKey = ({ key }: Account) => gateway.call('/v1/key', { bearer: key });
const listEntries = async (userId: string): Promise<readonly Json[]> => {
  const log = await gateway.operate('/api/admin/audit-log?limit=200');
  return log.items.filter(
    ({ action, target }: Json) => action.startsWith('admin.user.') && target.id === userId,
  );
};

async function openOperator(): Promise<Account> {
  const account = await openAccount(gateway);
  const made = await admin(`/${account.userId}`, { method: 'PATCH', body: { role: 'operator' } });
  expect(made.json.role).toBe('operator');
  return account;
}

describe('a suspended user', () => {
  it('is refused with every key and session at once, and let in again', async () => {
    const account = await openAccount(gateway);
    const others = await openAccount(gateway);
    expect((await chat(gateway, { bearer: account.key })).status).toBe(200);
    expect((await readAccount(account)).status).toBe(200);

    const suspended = await admin(`/${account.userId}/suspend`, { body: { reason } });
    expect(suspended.status).toBe(200);
    expect(suspended.json).toMatchObject({ suspended: true, suspendedReason: reason });
    await waitForStatus(() => readKey(account), 403);
    await waitForStatus(() => readAccount(account), 403);
    const refused = await chat(gateway, { bearer: account.key });
    expect(refused.status).toBe(403);
    expect(JSON.stringify(refused)).not.toContain(reason);
    const logIn = await gateway.call('/api/auth/login', {
      body: { email: account.email, password: account.password },
    });
    expect(logIn.status).toBe(403);
    expect(logIn.headers.getSetCookie()).toEqual([]);
    expect((await readKey(others)).status).toBe(200);

    const back = await admin(`/${account.userId}/unsuspend`, { method: 'POST' });
    expect(back.json).toMatchObject({ suspended: false, suspendedReason: null });
    await waitForStatus(() => readKey(account), 200);
    await waitForStatus(() => readAccount(account), 200);
  });

  it('is in the audit log with actor, before and after, once per change', async () => {
    const [operator, account] = [
      await openOperator(),
      await openAccount(gateway, { isVerified: false }),
    ];
    const suspend = () =>
      gateway.call(`/api/admin/users/${account.userId}/suspend`, {
        cookie: operator.cookie,
        body: { reason },
      });
    await waitForStatus(suspend, 200);
    expect((await suspend()).status).toBe(200);
    await admin(`/${account.userId}/unsuspend`, { method: 'POST' });
    const entries = await waitUntil(
      async () => {
        const found = await listEntries(account.userId);
        return found.length >= 2 ? found : undefined;
      },
      { timeoutMs: 30_000, what: 'the audit entries' },
    );
    expect(entries).toHaveLength(2);
    expect(entries[1]).toMatchObject({
      action: 'admin.user.suspend',
      actor: { type: 'operator', id: operator.userId, email: operator.email },
      before: { suspended: false, suspendedReason: null },
      after: { suspended: true, suspendedReason: reason },
    });
    expect(entries[0]).toMatchObject({
      action: 'admin.user.unsuspend',
      actor: { type: 'operator', id: 'admin-token' },
      before: { suspended: true },
      after: { suspended: false },
    });
  });

  it('is suspended once per Idempotency-Key', async () => {
    const { userId } = await openAccount(gateway);
    const suspend = (body: object) =>
      admin(`/${userId}/suspend`, { body, headers: { 'idempotency-key': `suspend-${userId}` } });
    const first = await suspend({ reason });
    await admin(`/${userId}/unsuspend`, { method: 'POST' });
    const replay = await suspend({ reason });
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.text).toBe(first.text);
    expect((await suspend({ reason: 'another' })).status).toBe(409);
    expect((await admin(`/${userId}`)).json.suspended).toBe(false);
  });
});

describe('an operator', () => {
  it('finds users by address, role and suspension', async () => {
    const account = await openAccount(gateway);
    const find = async (query: string) => {
      const answer = await admin(`?${query}`);
      expect(answer.status).toBe(200);
      return answer.json.items.map(({ id }: Json) => id);
    };
    expect(await find(`email=${encodeURIComponent(account.email)}`)).toEqual([account.userId]);
    expect(await find(`email=${account.email.slice(0, 15)}`)).toEqual([account.userId]);
    expect(await find(`email=${account.email.slice(0, 15)}&suspended=true`)).toEqual([]);
    expect(await find(`email=${account.email.slice(0, 15)}&role=operator`)).toEqual([]);
    const page = await admin('?limit=1');
    expect(page.json.items).toHaveLength(1);
    const next = await admin(`?limit=1&cursor=${page.json.nextCursor}`);
    expect(next.json.items[0].id).not.toBe(page.json.items[0].id);
  });

  it('sees credit, keys and sessions of a user', async () => {
    const account = await openAccount(gateway, { creditUsd: 7 });
    const { json } = await admin(`/${account.userId}`);
    expect(json).toMatchObject({
      id: account.userId,
      email: account.email,
      credits: { balance: 7, totalCredits: 7, totalUsage: 0, reserved: 0 },
      keyCount: 1,
      sessionCount: 1,
    });
    const unknown = await admin('/user_01J9ZZZZZZZZZZZZZZZZZZZZZZ');
    expect(unknown.status).toBe(404);
  });

  it('gets and loses the role in force at once, and cannot give it up', async () => {
    const operator = await openOperator();
    const list = () => gateway.call('/api/admin/users', { cookie: operator.cookie });
    await waitForStatus(list, 200);
    const giveUp = await gateway.call(`/api/admin/users/${operator.userId}`, {
      method: 'PATCH',
      cookie: operator.cookie,
      body: { role: 'user' },
    });
    expect(giveUp.status).toBe(400);
    await admin(`/${operator.userId}`, { method: 'PATCH', body: { role: 'user' } });
    await waitForStatus(list, 403);
  });

  it('changes only what there is to change', async () => {
    const { userId } = await openAccount(gateway);
    const patch = (body: object) => admin(`/${userId}`, { method: 'PATCH', body });
    for (const body of [{ balance: 5 }, { suspended: true }, { role: 'king' }, { name: 7 }]) {
      expect((await patch(body)).status).toBe(400);
    }
    const changed = await patch({ name: 'Grace', emailVerified: true });
    expect(changed.json).toMatchObject({ id: userId, name: 'Grace', emailVerified: true });
  });

  it('is not accepted with a customer’s key or session, nor from another origin', async () => {
    const [account, operator] = [await openAccount(gateway), await openOperator()];
    const path = `/${account.userId}/suspend`;
    const call = { body: { reason } };
    const suspend = (caller: ApiCall) =>
      gateway.call(`/api/admin/users${path}`, { ...call, ...caller });
    expect((await suspend({})).status).toBe(401);
    expect((await suspend({ bearer: 'wrong-token' })).status).toBe(401);
    expect((await suspend({ bearer: account.key })).status).toBe(403);
    expect((await suspend({ cookie: account.cookie })).status).toBe(403);
    const headers = { origin: 'https://evil.example' };
    expect((await suspend({ cookie: operator.cookie, headers })).status).toBe(403);
    expect((await admin(`/${account.userId}`)).json.suspended).toBe(false);
  });
});
