import type { BreakerTrip, LiveEntry, LiveEvent, LiveScope } from './live-entry';
import type { LiveStream, PostingReader, Scan } from './ports';
import { isAfter, type Position } from './position';
import { deliver, PostingFeed } from './watch-postings';

const at = (xid: number, key = ''): Position => ({ xid: BigInt(xid), key });
const scopeOf = (walletId: string | null): LiveScope => ({
  walletId,
  visible: { keyId: null, memberId: null, teamId: null },
  seesBalance: false,
  seesMembers: true,
});

function aTrip(xid: number, walletId: string): LiveEntry {
  const trip = { id: `aud_${xid}`, walletId, scope: 'org', scopeId: walletId } as BreakerTrip;
  return { position: at(xid, trip.id), walletId, event: { kind: 'breaker', trip } };
}

interface TestStream extends LiveStream {
  readonly received: string[];
  readonly events: LiveEvent[];
}

function aStream(walletId: string | null, position: Position): TestStream {
  const received: string[] = [];
  const events: LiveEvent[] = [];
  const client: LiveStream['client'] = {
    isOpen: true,
    send: (event, sent) => {
      events.push(event);
      if (sent !== undefined) received.push(sent.key);
    },
    beat: () => undefined,
    endIfStalled: () => undefined,
    drain: () => Promise.resolve(),
    end: () => undefined,
  };
  return { scope: scopeOf(walletId), client, position, sentBalance: '', received, events };
}

/** A book that a test appends to; `reads` counts how often it was read. */
function createFakeReader(): PostingReader & {
  readonly entries: LiveEntry[];
  head: number;
  reads: number;
} {
  const fake = {
    entries: [] as LiveEntry[],
    head: 1,
    reads: 0,
    getHead: () => Promise.resolve(at(fake.head)),
    scan: (from: Position): Promise<Scan> => {
      fake.reads += 1;
      const end = isAfter(from, at(fake.head)) ? from : at(fake.head);
      const traffic = { requests: 1, errors: 0, spendNanos: 5n };
      return Promise.resolve({ end, isHead: true, traffic });
    },
    listCalls: () => Promise.resolve([]),
    listTrips: async ({ from, end }: { from: Position; end: Position }) =>
      fake.entries.filter(({ position }) => isAfter(position, from) && !isAfter(position, end)),
  };
  return fake;
}

describe('the feed of postings', () => {
  const create = () => {
    const reader = createFakeReader();
    let nowMs = 0;
    const feed = new PostingFeed({ reader, getNowMs: () => (nowMs += 600) });
    const post = (walletId: string): string => {
      const entry = aTrip(reader.head, walletId);
      reader.entries.push(entry);
      reader.head += 1;
      return entry.position.key;
    };
    return { feed, post, reader };
  };

  it('reads nothing while there is no stream', async () => {
    const { feed, reader } = create();
    await feed.run();
    const stream = aStream('org_1', at(1));
    feed.join(stream);
    await feed.run();
    feed.leave(stream);
    await feed.run();
    await feed.run();
    expect(reader.reads).toBe(1);
  });

  it('sends streams that join early or late what comes after their position', async () => {
    const { feed, post, reader } = create();
    const before = post('org_1');
    const first = aStream('org_1', at(reader.head));
    feed.join(first);
    await feed.run();
    const second = post('org_1');
    await feed.run();
    const behind = aStream('org_1', at(1));
    const third = post('org_1');
    const ahead = aStream('org_1', at(reader.head));
    feed.join(behind);
    feed.join(ahead);
    await feed.run();
    const fourth = post('org_1');
    post('org_2');
    await feed.run();
    expect(first.received).toEqual([second, third, fourth]);
    expect(behind.received).toEqual([before, second, third, fourth]);
    expect(ahead.received).toEqual([fourth]);
  });

  it('repeats a failed read without leaving out an entry', async () => {
    const { feed, post, reader } = create();
    const stream = aStream('org_1', at(1));
    feed.join(stream);
    await feed.run();
    const { listTrips } = reader;
    reader.listTrips = () => Promise.reject(new Error('away'));
    const late = aStream('org_1', at(1));
    feed.join(late);
    const expected = [post('org_1'), post('org_1')];
    await expect(feed.run()).rejects.toThrow('away');
    reader.listTrips = listTrips;
    await feed.run();
    expect([stream.received, late.received]).toEqual([expected, expected]);
  });

  it('sends operators the trips of all wallets, and the sum of the traffic each second', async () => {
    const { feed, post } = create();
    const stream = aStream(null, at(1));
    feed.join(stream);
    post('org_1');
    post('org_2');
    await feed.run();
    await feed.run();
    await feed.run();
    expect(stream.received).toHaveLength(2);
    const traffic = stream.events.filter(({ kind }) => kind === 'traffic');
    expect(traffic).toMatchObject([{ traffic: { requests: 2, spendNanos: 10n } }]);
  });
});

describe('delivery', () => {
  it('looks for a stalled client before it sends more', () => {
    const stream = aStream('org_1', at(1));
    const order: string[] = [];
    const client = {
      ...stream.client,
      endIfStalled: () => void order.push('check'),
      send: () => void order.push('send'),
    };
    deliver([{ ...stream, client }], [aTrip(2, 'org_1'), aTrip(3, 'org_1')], at(4));
    expect(order).toEqual(['check', 'send', 'send']);
  });

  it.each([
    ['team', { keyId: null, memberId: null, teamId: 'own' }],
    ['member', { keyId: null, memberId: 'own', teamId: null }],
  ] as const)('shows a %s its own trips and those of the organization only', (own, visible) => {
    const stream = aStream('org_1', at(1));
    const ofPart = (xid: number, scope: 'member' | 'team', scopeId: string): LiveEntry => {
      const entry = aTrip(xid, 'org_1') as LiveEntry & { event: { trip: BreakerTrip } };
      const trip = { ...entry.event.trip, scope, scopeId };
      return { ...entry, event: { kind: 'breaker', trip } };
    };
    const entries = [
      aTrip(2, 'org_1'),
      ofPart(3, own, 'own'),
      ofPart(4, own, 'other'),
      ofPart(5, own === 'team' ? 'member' : 'team', 'other'),
    ];
    deliver([{ ...stream, scope: { ...stream.scope, visible } }], entries, at(6));
    expect(stream.received).toEqual(['aud_2', 'aud_3']);
  });
});
