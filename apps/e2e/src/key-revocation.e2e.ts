import { usdNumberToNanos } from '@tollgate/money';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import { createKey, openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { chat, openChat, parseFrames } from '../test/support/chat';
import { getSharedGateway, type Gateway } from '../test/support/gateway';
import { makeManager, type Manager } from '../test/support/management-key';
import { startSecondEdge, type SecondEdge } from '../test/support/second-edge';

const first = getSharedGateway();
let second: SecondEdge;
let edges: readonly Gateway[];
let owner: Account;
let manager: Manager;

beforeAll(async () => {
  second = await startSecondEdge(first);
  edges = [first, second.gateway];
});
afterAll(() => second.stop());
beforeEach(async () => {
  owner = await openAccount(first);
  manager = await makeManager(first, owner);
});

/** The clock of the edge decides, so the end of a key is waited for and not announced. */
const expiresInMs = 2_000;

const endings: readonly [string, (keyId: string) => Promise<void>][] = [
  ['deleted', async (id) => expectStatus(await manager.remove(id), 204)],
  ['disabled', async (id) => expectStatus(await manager.patch(id, { enabled: false }), 200)],
  [
    'expired',
    async (id) => {
      const expiresAt = new Date(Date.now() + expiresInMs);
      expectStatus(await manager.patch(id, { expires_at: expiresAt.toISOString() }), 200);
      await sleep(expiresAt.getTime() - Date.now() + 10);
    },
  ],
  [
    'kept to other addresses',
    async (id) => expectStatus(await manager.patch(id, { allowedCidrs: ['203.0.113.7'] }), 200),
  ],
];

function expectStatus(answer: { readonly status: number }, status: number): void {
  expect(answer.status).toBe(status);
}

describe.each(endings)('a key that is %s while its streams run', (_ending, end) => {
  it('is refused at once everywhere; its streams end well and are paid', async () => {
    const { id, key } = await createKey(first, owner.cookie, { name: 'ending' });
    const streams = await Promise.all(
      edges.map((edge) =>
        openChat(edge, {
          bearer: key,
          content: '[[sim:tokens=30,chunk_delay_ms=150]]',
          isStreaming: true,
        }),
      ),
    );
    for (const stream of streams) expect(stream.status).toBe(200);
    await end(id);
    // The very next call on the edge that passed the change on; a message away on the other.
    expect((await chat(first, { bearer: key })).status).toBe(401);
    await waitUntil(async () => (await chat(second.gateway, { bearer: key })).status === 401, {
      timeoutMs: 500,
      pollMs: 5,
      what: '401 of the other edge',
    });

    let paidNanos = 0n;
    for (const stream of streams) {
      const { frames, isDone } = parseFrames(await stream.text());
      expect(isDone).toBe(true);
      expect(frames.some(({ error }) => error !== undefined)).toBe(false);
      const cost = usdNumberToNanos(frames.find(({ usage }) => usage)?.usage.cost);
      expect(cost).toBeGreaterThan(0n);
      paidNanos += cost;
    }
    await waitUntil(async () => (await readSettledCredits(first, owner.key)).usage === paidNanos, {
      timeoutMs: 30_000,
      what: 'the charge of both streams',
    });
  });
});

describe('a change of a key', () => {
  it('that allows it again is in force as fast', async () => {
    const { id, key } = await createKey(first, owner.cookie, { name: 'back' });
    for (const off of [{ enabled: false }, { allowedCidrs: ['203.0.113.7'] }]) {
      const on = 'enabled' in off ? { enabled: true } : { allowedCidrs: [] };
      await manager.patch(id, off);
      expect((await chat(first, { bearer: key })).status).toBe(401);
      await manager.patch(id, on);
      expect((await chat(first, { bearer: key })).status).toBe(200);
    }
  });

  it('is accepted from its allowed addresses, as the trusted proxy reports them', async () => {
    const allowedCidrs = ['203.0.113.0/24', '2001:DB8::1'];
    const { id, key } = await createKey(first, owner.cookie, { name: 'from', allowedCidrs });
    expect((await manager.call(`/v1/keys/${id}`)).json.data.allowedCidrs).toEqual([
      '203.0.113.0/24',
      '2001:db8::1',
    ]);
    const askFrom = async (address: string): Promise<number> =>
      (await first.call('/v1/key', { bearer: key, headers: { 'x-real-ip': address } })).status;
    expect(await askFrom('203.0.113.77')).toBe(200);
    expect(await askFrom('::ffff:203.0.113.77')).toBe(200);
    expect(await askFrom('2001:db8::1')).toBe(200);
    expect(await askFrom('2001:db8:0::1')).toBe(401);
    expect(await askFrom('203.0.114.1')).toBe(401);
    expect(await askFrom('not an address')).toBe(401);
  });
});

describe('a key that is rotated', () => {
  it('works with its old secret on every edge until the grace ends, and not longer', async () => {
    const { id, key } = await createKey(first, owner.cookie, { name: 'rotated' });
    const call = async (bearer: string): Promise<readonly number[]> =>
      Promise.all(edges.map(async (edge) => (await chat(edge, { bearer })).status));
    expect(await call(key)).toEqual([200, 200]);
    const path = `/api/account/keys/${id}/rotate`;
    const graceSeconds = 6;
    const body = { graceSeconds };
    const rotated = await first.call(path, { cookie: owner.cookie, body });
    const endsAtMs = Date.now() + graceSeconds * 1_000;
    expectStatus(rotated, 200);
    const secret = rotated.json.key as string;
    expect([await call(key), await call(secret)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    await sleep(endsAtMs - Date.now() + 10);
    expect([await call(key), await call(secret)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });
});
