import type { AnswerStream } from '@tollgate/model-spec';

const eventEnd = '\n\n';
/** Each part is a write of its own, which costs more than reading a few events. */
const burstCharactersMin = 16 * 1024;

export interface BlockTakers {
  readonly stream: Pick<AnswerStream, 'passPlain'>;
  /** Frames that need no reading. */
  readonly takePlain: (frames: string) => Promise<void> | undefined;
  /** Events that must be read. */
  readonly takeEvents: (events: string) => Promise<void> | undefined;
}

/**
 * Takes a block of complete events: plain ones at its beginning without reading them, and then the
 * rest. In a burst, runs of plain ones pass unread wherever they are, and what is between them is
 * read event by event; where nothing is plain, more and more events are read at once.
 */
export function takeBlock(
  block: string,
  { stream, takeEvents, takePlain }: BlockTakers,
): Promise<void> | undefined {
  if (stream.passPlain === undefined) return takeEvents(block);
  let waiting: Promise<void> | undefined;
  let rest = block;
  const eventsFirst = block.length < burstCharactersMin ? Number.POSITIVE_INFINITY : 1;
  let eventsAtOnce = eventsFirst;
  while (rest !== '') {
    const plain = stream.passPlain(rest);
    if (plain !== undefined) {
      waiting = takePlain(plain.frames) ?? waiting;
      rest = rest.slice(plain.end);
      if (rest === '') break;
      eventsAtOnce = eventsFirst;
    }
    const end = findEnd(rest, eventsAtOnce);
    waiting = takeEvents(rest.slice(0, end)) ?? waiting;
    rest = rest.slice(end);
    eventsAtOnce *= 2;
  }
  return waiting;
}

/** Where so many events end; the end of the block when it has fewer, or other line ends. */
function findEnd(block: string, events: number): number {
  if (!Number.isFinite(events)) return block.length;
  let end = 0;
  for (let count = 0; count < events; count++) {
    const found = block.indexOf(eventEnd, end);
    if (found === -1) return block.length;
    end = found + eventEnd.length;
  }
  return end;
}
