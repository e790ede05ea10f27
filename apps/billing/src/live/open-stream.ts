import type { ListBalances } from '../wallets/list-balances';
import type { LiveScope } from './live-entry';
import type { LiveClient, LiveStream, PostingReader } from './ports';
import { isAfter, parseEventId, type Position } from './position';
import { sendBalances } from './send-balances';
import { deliver, listEntries, type PostingFeed } from './watch-postings';

/** A client that was away for longer loads the list of calls again. */
const resumeMsMax = 24 * 3_600_000;
const resumeEntriesMax = 10_000;
/** Scans of all calls of the platform between the position of the client and now. */
const resumeScansMax = 50;

export type OpenStream = (
  opened: { readonly scope: LiveScope; readonly client: LiveClient },
  lastEventId: string | undefined,
) => Promise<LiveStream>;

/**
 * Sends what the client missed, or `reset` when that is too much, then the balance, and lets the
 * stream join the feed.
 */
export function openStreamUseCase(options: {
  readonly reader: PostingReader;
  readonly feed: Pick<PostingFeed, 'join'>;
  readonly listBalances: ListBalances;
  readonly getNowMs: () => number;
}): OpenStream {
  const { feed, getNowMs, listBalances, reader } = options;
  return async ({ client, scope }, lastEventId) => {
    const head = await reader.getHead();
    const stream: LiveStream = { scope, client, position: head, sentBalance: '' };
    if (lastEventId !== undefined) {
      const start = findStart(lastEventId, head, getNowMs());
      if (start !== undefined) stream.position = start;
      if (start === undefined || !(await catchUp(stream, reader))) {
        stream.position = head;
        client.send({ kind: 'reset' }, head);
      }
    }
    client.beat(stream.position);
    if (scope.seesBalance) await sendBalances([stream], listBalances);
    if (client.isOpen) feed.join(stream);
    return stream;
  };
}

/** Undefined when the client cannot resume there. */
function findStart(lastEventId: string, head: Position, nowMs: number): Position | undefined {
  const point = parseEventId(lastEventId);
  if (point === undefined || nowMs - point.sentAtMs > resumeMsMax) return undefined;
  // Ahead of the database: it was restored from a backup.
  return isAfter(point.position, head) ? undefined : point.position;
}

/** Returns false when the client missed too much. */
async function catchUp(stream: LiveStream, reader: PostingReader): Promise<boolean> {
  const { client, scope } = stream;
  let entriesLeft = resumeEntriesMax;
  for (let scans = 0; scans < resumeScansMax && client.isOpen; scans++) {
    const { end, isHead } = await reader.scan(stream.position);
    const entries = await listEntries(reader, { from: stream.position, end }, [scope]);
    entriesLeft -= entries.length;
    if (entriesLeft < 0) return false;
    deliver([stream], entries, end);
    // The feed disconnects clients with much unread: this one has just been sent a lot at once.
    await client.drain();
    if (isHead) return true;
  }
  return !client.isOpen;
}
