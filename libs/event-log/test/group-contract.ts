import { waitUntil } from '@tollgate/testing';
import type { ContractContext } from './event-log-contract';
import { EventRecorder, groupIdsByKey, makeEvents } from './event-recorder';
import { runHangingReader } from './run-hanging-reader';

const patience = { timeoutMs: 40_000 };

export function describeGroups(context: ContractContext): void {
  it('lets every group read everything', async () => {
    const log = context.open();
    const topic = context.topic();
    const [early, late] = [new EventRecorder(), new EventRecorder()];
    const events = makeEvents({ count: 50, keys: 5 });
    await log.subscribe({ topic, group: 'early', handle: early.handle });
    await log.publish(topic, events);
    await waitUntil(() => early.has(events), patience);
    await log.subscribe({ topic, group: 'late', handle: late.handle });
    await waitUntil(() => late.has(events), patience);
    expect(late.idsByKey).toEqual(groupIdsByKey(events));
  }, 60_000);

  it('continues where the group stopped', async () => {
    const topic = context.topic();
    const [first, second] = [new EventRecorder(), new EventRecorder()];
    const [before, after] = ['before', 'after'].map((name) =>
      makeEvents({ count: 40, keys: 8, name }),
    ) as [ReturnType<typeof makeEvents>, ReturnType<typeof makeEvents>];
    const log = context.open();
    const subscription = await log.subscribe({ topic, group: 'a', handle: first.handle });
    await log.publish(topic, before);
    await waitUntil(() => first.has(before), patience);
    await subscription.stop();
    await log.publish(topic, after);
    await context.open().subscribe({ topic, group: 'a', handle: second.handle });
    await waitUntil(() => second.has(after), patience);
    expect(second.events).toHaveLength(after.length);
  }, 60_000);

  it('divides the partitions between two readers, and gives all to the one that is left', async () => {
    const topic = context.topic();
    const [left, right] = [new EventRecorder(), new EventRecorder()];
    const [one, other, publisher] = [context.open(), context.open(), context.open()];
    await one.subscribe({ topic, group: 'a', handle: left.handle });
    const leaving = await other.subscribe({ topic, group: 'a', handle: right.handle });
    // Both are at work once both got something of the same round.
    let rounds = 0;
    await waitUntil(async () => {
      left.events.length = right.events.length = 0;
      const events = makeEvents({ count: 40, keys: 40, name: `round${rounds++}` });
      await publisher.publish(topic, events);
      await waitUntil(() => new Set([...left.ids, ...right.ids]).size >= 40, patience);
      return left.events.length > 0 && right.events.length > 0;
    }, patience);

    left.events.length = right.events.length = 0;
    const shared = makeEvents({ count: 400, keys: 40, name: 'shared' });
    await publisher.publish(topic, shared);
    await waitUntil(() => left.events.length + right.events.length >= 400, patience);
    expect([...left.ids, ...right.ids].sort()).toEqual(shared.map(({ id }) => id).sort());
    const partitions = (recorder: EventRecorder): number[] =>
      [...new Set(recorder.events.map(({ partition }) => partition))].sort();
    expect(partitions(left)).toHaveLength(2);
    expect(partitions(right)).toHaveLength(2);
    expect([...partitions(left), ...partitions(right)].sort()).toEqual([0, 1, 2, 3]);

    await leaving.stop();
    left.events.length = 0;
    const rest = makeEvents({ count: 100, keys: 40, name: 'rest' });
    await publisher.publish(topic, rest);
    await waitUntil(() => left.has(rest), patience);
    expect(left.idsByKey).toEqual(groupIdsByKey(rest));
  }, 120_000);

  it('delivers again what a reader held when it was killed', async () => {
    const topic = context.topic();
    const log = context.open();
    const events = makeEvents({ count: 30, keys: 6 });
    await log.publish(topic, events);
    const held = await runHangingReader({ log: context.harness().childLog, topic, group: 'a' });
    expect(held.length).toBeGreaterThan(0);
    const recorder = new EventRecorder();
    await log.subscribe({ topic, group: 'a', handle: recorder.handle });
    await waitUntil(() => recorder.has(events), patience);
    expect(recorder.idsByKey).toEqual(groupIdsByKey(events));
  }, 90_000);

  it('does not take a reader for dead that works longer than its session', async () => {
    const topic = context.topic();
    const [slow, other] = [new EventRecorder(), new EventRecorder()];
    const events = makeEvents({ count: 3, keys: 1 });
    const log = context.open();
    await log.publish(topic, events);
    let isWorking = false;
    await log.subscribe({
      topic,
      group: 'a',
      handle: async (batch) => {
        isWorking = true;
        // The sessions of the contract last 6 s.
        await new Promise((resolve) => setTimeout(resolve, 9_000));
        await slow.handle(batch);
      },
    });
    await waitUntil(() => isWorking, patience);
    await context.open().subscribe({ topic, group: 'a', handle: other.handle });
    await waitUntil(() => slow.has(events), patience);
    expect(slow.ids).toHaveLength(3);
    expect(other.ids).toHaveLength(0);
  }, 90_000);
}
