import type { LiveScope } from './live-entry';
import { openStreamUseCase } from './open-stream';
import type { LiveClient, LiveStream, PostingReader } from './ports';
import { formatEventId, type Position } from './position';

const head: Position = { xid: 9n, key: '' };
const scope: LiveScope = {
  walletId: 'usr_1',
  visible: { keyId: null, memberId: null, teamId: null },
  seesBalance: false,
  seesMembers: true,
};
const reader: PostingReader = {
  getHead: () => Promise.resolve(head),
  scan: () =>
    Promise.resolve({
      end: head,
      isHead: true,
      traffic: { requests: 1, errors: 0, spendNanos: 0n },
    }),
  listCalls: () => Promise.resolve([]),
  listTrips: () => Promise.resolve([]),
};

describe('opening a live stream', () => {
  it('lets a client read what it missed before it joins the feed, which disconnects slow ones', async () => {
    const joined: LiveStream[] = [];
    let endReading: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => (endReading = resolve));
    const client: LiveClient = {
      isOpen: true,
      send: () => undefined,
      beat: () => undefined,
      endIfStalled: () => undefined,
      drain: () => reading,
      end: () => undefined,
    };
    const openStream = openStreamUseCase({
      reader,
      feed: { join: (stream) => void joined.push(stream) },
      listBalances: () => Promise.reject(new Error('no balance is shown')),
      getNowMs: () => 1_000,
    });
    const opening = openStream({ scope, client }, formatEventId({ xid: 5n, key: '' }, 1_000));
    await new Promise((resolve) => setImmediate(resolve));
    expect(joined).toEqual([]);
    endReading();
    expect(joined).toEqual([await opening]);
  });
});
