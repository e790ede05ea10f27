import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashSecret } from '@tollgate/ids';
import { followEvents, measureWork, waitUntil, type EventFollower } from '@tollgate/testing';
import { startEdge, type EdgeUnderTest } from '../support/start-edge';

const path = '/api/live';
const liveCheckMs = 300;
let edge: EdgeUnderTest;
/** What billing has open. */
const open = new Set<ServerResponse>();

beforeEach(async () => {
  edge = await startEdge({ liveCheckMs });
  edge.auth.addKey('sk-tg-good');
  open.clear();
  edge.inner.billing.handler = (request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    const id = request.headers['last-event-id'] ?? 'first';
    response.write(`id: next\nevent: call\ndata: ${JSON.stringify({ id })}\n\n`);
  };
});
afterEach(() => edge.stop());

function follow(isResuming = false): EventFollower {
  return followEvents({
    getUrl: () => edge.baseUrl + path,
    getHeaders: () => ({ authorization: 'Bearer sk-tg-good' }),
    isResuming,
  });
}
const received = (follower: EventFollower, count: number): Promise<unknown> =>
  waitUntil(() => follower.events.length >= count, { timeoutMs: 30_000, what: 'events' });

describe('a live stream', () => {
  it('passes events at once and the place to resume from', async () => {
    const first = follow(true);
    await received(first, 1);
    expect(first.headers()?.get('cache-control')).toBe('no-store');
    for (const response of open) response.end();
    await received(first, 2);
    expect(first.list('call')).toEqual([{ id: 'first' }, { id: 'next' }]);
    await first.stop();
    await waitUntil(() => open.size === 0, { timeoutMs: 30_000, what: 'the end at billing' });
  });

  it('ends at once and properly when the edge stops', async () => {
    const follower = follow();
    await received(follower, 1);
    const { ms } = await measureWork(() => edge.lifecycle.stop());
    // A stream that is not ended keeps the edge for thirty seconds.
    expect(ms).toBeLessThan(10_000);
    expect(follower.isConnected()).toBe(false);
    expect(open.size).toBe(0);
    await follower.stop();
  });

  it('ends when its key is revoked', async () => {
    const follower = follow();
    await received(follower, 1);
    edge.auth.remove('sk-tg-good');
    await edge.invalidate({ keyHash: hashSecret('sk-tg-good') });
    await waitUntil(() => !follower.isConnected(), { timeoutMs: 25_000, what: 'the end' });
    expect(open.size).toBe(0);
    await follower.stop();
  });

  it('outlives an auth that is away', async () => {
    const follower = follow();
    await received(follower, 1);
    edge.auth.beforeAnswer = () => Promise.reject(new Error('away'));
    await edge.invalidate({ keyHash: hashSecret('sk-tg-good') });
    await sleep(10 * liveCheckMs);
    expect(follower.isConnected()).toBe(true);
    await follower.stop();
  });
});
