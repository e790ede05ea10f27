import { silentLogger } from '@tollgate/observability';
import {
  computeBackoffMs,
  deliverEvents,
  makeDeliveryState,
  type DeliveryOptions,
} from './deliver-events';
import type { IncomingEvent } from './event-log';
import { PoisonEventError } from './poison-event-error';

function makeEvents(...ids: string[]): IncomingEvent[] {
  return ids.map((id, index) => ({
    id,
    key: 'a',
    payload: Buffer.alloc(0),
    topic: 't',
    partition: 0,
    offset: String(index),
    publishedAtMs: 0,
  }));
}

function makeOptions(handle: (ids: string[]) => void): DeliveryOptions & { parked: string[] } {
  const parked: string[] = [];
  return {
    parked,
    logger: silentLogger,
    park: async ({ id }) => {
      parked.push(id);
    },
    subscription: {
      topic: 't',
      group: 'g',
      handle: async (events) => handle(events.map(({ id }) => id)),
    },
  };
}

describe('deliverEvents', () => {
  it('hands all events over at once', async () => {
    const seen: string[][] = [];
    const options = makeOptions((ids) => seen.push(ids));
    expect(await deliverEvents(makeEvents('a', 'b'), makeDeliveryState(), options)).toBe(
      'delivered',
    );
    expect(seen).toEqual([['a', 'b']]);
  });

  it('counts failures until a delivery succeeds', async () => {
    const state = makeDeliveryState();
    let isBroken = true;
    const options = makeOptions(() => {
      if (isBroken) throw new Error('broken');
    });
    expect(await deliverEvents(makeEvents('a'), state, options)).toBe('failed');
    expect(await deliverEvents(makeEvents('a'), state, options)).toBe('failed');
    expect(state.failures).toBe(2);
    isBroken = false;
    expect(await deliverEvents(makeEvents('a'), state, options)).toBe('delivered');
    expect(state.failures).toBe(0);
  });

  it('parks every poison event and delivers the rest', async () => {
    const seen: string[][] = [];
    const options = makeOptions((ids) => {
      const poison = ids.find((id) => id === 'b' || id === 'd');
      if (poison !== undefined) throw new PoisonEventError(poison);
      seen.push(ids);
    });
    const outcome = await deliverEvents(
      makeEvents('a', 'b', 'c', 'd'),
      makeDeliveryState(),
      options,
    );
    expect(outcome).toBe('delivered');
    expect(seen).toEqual([['a', 'c']]);
    expect(options.parked).toEqual(['b', 'd']);
  });

  it('is done when nothing but poison was there', async () => {
    const options = makeOptions((ids) => {
      throw new PoisonEventError(ids[0] ?? '');
    });
    const outcome = await deliverEvents(makeEvents('a', 'b'), makeDeliveryState(), options);
    expect(outcome).toBe('delivered');
    expect(options.parked).toEqual(['a', 'b']);
  });

  it('does not park twice when the rest fails after the poison was put aside', async () => {
    const state = makeDeliveryState();
    let isBroken = true;
    const options = makeOptions((ids) => {
      if (ids.includes('b')) throw new PoisonEventError('b');
      if (isBroken) throw new Error('broken');
    });
    expect(await deliverEvents(makeEvents('a', 'b'), state, options)).toBe('failed');
    isBroken = false;
    expect(await deliverEvents(makeEvents('a', 'b'), state, options)).toBe('delivered');
    expect(options.parked).toEqual(['b']);
    expect(state.parkedIds.size).toBe(0);
  });

  it('fails when poison is named that is not among the events', async () => {
    const options = makeOptions(() => {
      throw new PoisonEventError('elsewhere');
    });
    expect(await deliverEvents(makeEvents('a'), makeDeliveryState(), options)).toBe('failed');
    expect(options.parked).toEqual([]);
  });

  it('fails, and keeps the event, when it cannot be parked', async () => {
    const options = {
      ...makeOptions(() => {
        throw new PoisonEventError('a');
      }),
      park: () => Promise.reject(new Error('store is away')),
    };
    const state = makeDeliveryState();
    expect(await deliverEvents(makeEvents('a'), state, options)).toBe('failed');
    expect(state.parkedIds.size).toBe(0);
  });
});

describe('computeBackoffMs', () => {
  it('grows from 100 ms to 10 s and never beyond', () => {
    const pauses = [1, 2, 3, 8, 1_000].map(computeBackoffMs);
    const limits = [100, 200, 400, 10_000, 10_000];
    for (const [index, limit] of limits.entries()) {
      expect(pauses[index]).toBeLessThanOrEqual(limit);
      expect(pauses[index]).toBeGreaterThanOrEqual(limit * 0.75);
    }
  });
});
