import { waitUntil } from '@tollgate/testing';
import type { ContractContext } from './event-log-contract';
import { EventRecorder, groupIdsByKey, makeEvents } from './event-recorder';

const patience = { timeoutMs: 30_000 };

export function describeDelivery(context: ContractContext): void {
  it('delivers what was published, whole', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const payload = Uint8Array.from({ length: 256 }, (_, index) => index);
    const before = Date.now();
    await log.publish(topic, [{ id: 'one', key: 'kü', payload }]);
    await log.subscribe({ topic, group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.events.length === 1, patience);
    const [event] = recorder.events;
    expect(event).toMatchObject({ id: 'one', key: 'kü', topic, offset: '0' });
    expect(Buffer.from(event?.payload ?? []).equals(payload)).toBe(true);
    expect(Math.abs((event?.publishedAtMs ?? 0) - before)).toBeLessThan(60_000);
  }, 60_000);

  it('keeps the order of each key', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const events = makeEvents({ count: 300, keys: 7 });
    await log.subscribe({ topic, group: 'a', batchMax: 40, handle: recorder.handle });
    for (let start = 0; start < events.length; start += 25) {
      await log.publish(topic, events.slice(start, start + 25));
    }
    await waitUntil(() => recorder.has(events), patience);
    expect(recorder.idsByKey).toEqual(groupIdsByKey(events));
  }, 60_000);

  it('gives a handler events of one partition, at most as many as it requested', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const sizes: number[] = [];
    const partitionsPerBatch: number[] = [];
    const events = makeEvents({ count: 200, keys: 20 });
    await log.publish(topic, events);
    await log.subscribe({
      topic,
      group: 'a',
      batchMax: 10,
      handle: async (batch) => {
        sizes.push(batch.length);
        partitionsPerBatch.push(new Set(batch.map(({ partition }) => partition)).size);
        await recorder.handle(batch);
      },
    });
    await waitUntil(() => recorder.has(events), patience);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(10);
    expect(new Set(partitionsPerBatch)).toEqual(new Set([1]));
    expect(new Set(recorder.events.map(({ partition }) => partition)).size).toBeGreaterThan(1);
  }, 60_000);

  it('takes more than one request holds', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const events = makeEvents({ count: 1_200, keys: 1 }).map((event) => ({
      ...event,
      payload: Buffer.alloc(4_000, 1),
    }));
    await log.publish(topic, events);
    await log.subscribe({ topic, group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.has(events), patience);
    expect(recorder.idsByKey).toEqual(groupIdsByKey(events));
  }, 60_000);

  it('refuses an event that is too large before it stores anything', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const small = { id: 'small', key: 'a', payload: Buffer.alloc(10) };
    const large = { id: 'large', key: 'a', payload: Buffer.alloc(900_001) };
    await expect(log.publish(topic, [small, large])).rejects.toThrow(RangeError);
    await log.publish(topic, [{ ...large, id: 'fits', payload: Buffer.alloc(900_000) }]);
    await log.subscribe({ topic, group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.events.length > 0, patience);
    expect(recorder.ids).toEqual(['fits']);
  }, 60_000);

  it('loses and reorders nothing of 10,000 events from 4 publishers at once', async () => {
    const topic = context.topic();
    const recorder = new EventRecorder();
    await context.open().subscribe({ topic, group: 'a', handle: recorder.handle });
    // Keys belong to one publisher each; partitions are shared by all, so commits do interleave.
    const lists = ['p1', 'p2', 'p3', 'p4'].map((name, index) =>
      makeEvents({ count: 2_500, keys: index < 2 ? 13 : 12, name }),
    );
    await Promise.all(
      lists.map(async (events, index) => {
        const log = context.open();
        const size = [1, 7, 100, 500][index] ?? 1;
        for (let start = 0; start < events.length; start += size) {
          await log.publish(topic, events.slice(start, start + size));
        }
      }),
    );
    const all = lists.flat();
    await waitUntil(() => recorder.has(all), { timeoutMs: 90_000 });
    expect(recorder.idsByKey).toEqual(groupIdsByKey(all));
  }, 180_000);
}
