import { followEvents, waitUntil, type EventFollower } from '@tollgate/testing';
import { openAccounts, type Account } from '../test/support/accounts';
import { killParts, stopParts } from '../test/support/crash';
import { startGateway } from '../test/support/gateway';
import { startLoad } from '../test/support/load';
import { waitForRest } from '../test/support/oracle';

const accountCount = 4;
const parallel = 8;
const testTimeoutMs = 240_000;

let gateway: Awaited<ReturnType<typeof startGateway>>;
let accounts: readonly Account[];

beforeAll(async () => {
  gateway = await startGateway();
  accounts = await openAccounts(gateway, accountCount);
});
afterAll(() => gateway?.end());

function follow(path: string, headers: Readonly<Record<string, string>>): EventFollower {
  return followEvents({ getUrl: () => gateway.baseUrl + path, getHeaders: () => headers });
}

/** All pages of the list of calls. */
async function listCalls({ cookie }: Account): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { json } = await gateway.call(`/api/calls?limit=200&cursor=${cursor}`, { cookie });
    ids.push(...(json.calls as { id: string }[]).map(({ id }) => id));
    cursor = json.nextCursor as string | null;
  }
  return ids;
}

const connected = (followers: readonly EventFollower[]): Promise<unknown> =>
  waitUntil(() => followers.every((each) => each.isConnected() && each.lastEventId()), {
    timeoutMs: 60_000,
    what: 'the streams',
  });

describe('live streams while calls are made', () => {
  it(
    'have every call once after restarts of the edge and of billing',
    async () => {
      const followers = accounts.map(({ cookie, key }, place) =>
        follow('/api/live', place % 2 === 0 ? { cookie } : { authorization: `Bearer ${key}` }),
      );
      await connected(followers);
      const load = startLoad(gateway, { accounts, parallel });
      const faults = [
        () => stopParts(gateway, 'edge'),
        () => killParts(gateway, 'billing'),
        () => killParts(gateway, 'edge'),
        () => stopParts(gateway, 'billing'),
      ];
      for (const fault of faults) {
        await load.waitForCalls(20);
        await fault();
        await connected(followers);
      }
      await load.waitForCalls(20);
      const records = await load.stop();
      await waitForRest(gateway, accounts, records);
      for (const [place, follower] of followers.entries()) {
        const expected = (await listCalls(accounts[place] as Account)).toSorted();
        const received = (): string[] => follower.list('call').map(({ id }) => id as string);
        await waitUntil(() => received().length >= expected.length, {
          timeoutMs: 30_000,
          what: 'every call',
        });
        expect(received().toSorted()).toEqual(expected);
        expect(follower.list('reset')).toEqual([]);
      }
      expect(followers.flatMap((each) => each.list('call')).length).toBeGreaterThan(80);
      await Promise.all(followers.map((follower) => follower.stop()));
    },
    testTimeoutMs,
  );

  it('show the balance that the credits show, and end with the session', async () => {
    const [account] = accounts as readonly [Account];
    const { email, password } = account;
    const login = await gateway.call('/api/auth/login', { body: { email, password } });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const follower = follow('/api/live', { cookie });
    await waitUntil(() => follower.list('balance').length > 0, { timeoutMs: 30_000 });
    const { data } = (await gateway.call('/v1/credits', { bearer: account.key })).json;
    const { available, total_usage: usage } = follower.list('balance').at(-1) ?? {};
    expect([available, usage]).toEqual([data.available, data.total_usage]);
    expect(follower.headers()?.get('x-accel-buffering')).toBe('no');
    await gateway.call('/api/auth/logout', { method: 'POST', cookie });
    await waitUntil(() => follower.statuses.includes(401), { timeoutMs: 40_000, what: 'the end' });
    await follower.stop();
  });
});
