import { waitUntil } from '@tollgate/testing';
import { getParkedTopic, PoisonEventError, type IncomingEvent } from '../src/index';
import type { ContractContext } from './event-log-contract';
import { EventRecorder, groupIdsByKey, makeEvents } from './event-recorder';

const patience = { timeoutMs: 40_000 };

export function describeFailures(context: ContractContext): void {
  it('delivers again, with growing pauses, what a handler failed on', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const events = makeEvents({ count: 5, keys: 1 });
    const triedAtMs: number[] = [];
    await log.publish(topic, events);
    await log.subscribe({
      topic,
      group: 'a',
      handle: async (batch) => {
        triedAtMs.push(Date.now());
        if (triedAtMs.length <= 4) throw new Error('not now');
        await recorder.handle(batch);
      },
    });
    await waitUntil(() => recorder.has(events), patience);
    expect(recorder.idsByKey).toEqual(groupIdsByKey(events));
    const pauses = triedAtMs.slice(1).map((atMs, index) => atMs - (triedAtMs[index] ?? 0));
    expect(pauses).toHaveLength(4);
    expect(pauses[0]).toBeGreaterThanOrEqual(70);
    expect(pauses[3]).toBeGreaterThanOrEqual(550);
  }, 60_000);

  it('stops only the partition with the failing handler', async () => {
    const log = context.open();
    const topic = context.topic();
    const recorder = new EventRecorder();
    const events = makeEvents({ count: 400, keys: 40 });
    let blocked: number | undefined;
    let isMended = false;
    await log.publish(topic, events.slice(0, 200));
    await log.subscribe({
      topic,
      group: 'a',
      handle: async (batch) => {
        blocked ??= batch[0]?.partition;
        if (!isMended && batch[0]?.partition === blocked) throw new Error('broken partition');
        await recorder.handle(batch);
      },
    });
    await waitUntil(() => recorder.events.length > 100, patience);
    // The others still go on after the pauses have grown.
    await log.publish(topic, events.slice(200));
    await waitUntil(() => recorder.events.length > 240, patience);
    expect(recorder.events.some(({ partition }) => partition === blocked)).toBe(false);
    isMended = true;
    await waitUntil(() => recorder.has(events), patience);
    expect(recorder.idsByKey).toEqual(groupIdsByKey(events));
  }, 120_000);

  it('parks a poison event, with everything in it, and continues with the others', async () => {
    const log = context.open();
    const topic = context.topic();
    const [recorder, parked] = [new EventRecorder(), new EventRecorder()];
    const events = makeEvents({ count: 20, keys: 1 });
    const poison = new Set(['event-3', 'event-11']);
    const sound = events.filter(({ id }) => !poison.has(id));
    const handle = async (batch: readonly IncomingEvent[]): Promise<void> => {
      for (const event of batch) {
        if (poison.has(event.id)) throw new PoisonEventError(event.id, new Error('unreadable'));
      }
      await recorder.handle(batch);
    };
    await log.publish(topic, events);
    await log.subscribe({ topic, group: 'a', handle });
    await log.subscribe({ topic: getParkedTopic(topic), group: 'watch', handle: parked.handle });
    await waitUntil(() => recorder.has(sound), patience);
    await waitUntil(() => parked.events.length >= 2, patience);
    expect(recorder.idsByKey).toEqual(groupIdsByKey(sound));
    expect(new Set(parked.ids)).toEqual(poison);
    expect(Buffer.from(parked.events[0]?.payload ?? []).toString()).toBe('payload of event 3');
    expect(parked.events[0]?.key).toBe('event-key-0');
  }, 60_000);

  it('refuses to publish while the store is away, and works again when it is back', async () => {
    const topic = context.topic();
    const harness = context.harness();
    const recorder = new EventRecorder();
    const log = harness.openGatedLog();
    try {
      const event = (id: string) => ({ id, key: 'a', payload: Buffer.from(id) });
      await log.subscribe({ topic, group: 'a', handle: recorder.handle });
      await log.publish(topic, [event('before')]);
      await waitUntil(() => recorder.ids.includes('before'), patience);

      harness.cut();
      await expect(log.publish(topic, [event('lost')])).rejects.toThrow();
      await expect(log.checkHealth()).rejects.toThrow();
      await expect(log.publish(topic, [event('lost too')])).rejects.toThrow();

      harness.heal();
      await waitUntil(() => log.publish(topic, [event('after')]).then(() => true), patience);
      await expect(log.checkHealth()).resolves.toBeUndefined();
      await waitUntil(() => recorder.ids.includes('after'), patience);
    } finally {
      harness.heal();
      await log.close();
    }
  }, 120_000);

  it('starts without its store and reads as soon as it comes', async () => {
    const topic = context.topic();
    const harness = context.harness();
    const recorder = new EventRecorder();
    await context.open().publish(topic, makeEvents({ count: 3, keys: 1 }));
    harness.cut();
    const log = harness.openGatedLog();
    try {
      await log.subscribe({ topic, group: 'a', handle: recorder.handle });
      await new Promise((resolve) => setTimeout(resolve, 500));
      expect(recorder.events).toHaveLength(0);
      harness.heal();
      await waitUntil(() => recorder.events.length === 3, patience);
    } finally {
      harness.heal();
      await log.close();
    }
  }, 120_000);
}
