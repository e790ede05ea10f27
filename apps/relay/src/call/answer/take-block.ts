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
 * Takes a block of complete events. Plain ones pass without being read: those at its beginning, or
 * in a burst wherever they are. Returns a promise while the client has not taken all of it.
 */
export function takeBlock(block: string, takers: BlockTakers): Promise<void> | undefined {
  if (takers.stream.passPlain === undefined) return takers.takeEvents(block);
  return block.length < burstCharactersMin ? takeSmall(block, takers) : takeBurst(block, takers);
}

/** Plain events at the beginning, and then all the rest at once. */
function takeSmall(
  block: string,
  { stream, takeEvents, takePlain }: BlockTakers,
): Promise<void> | undefined {
  if (block === '') return undefined;
  const plain = stream.passPlain?.(block);
  if (plain === undefined) return takeEvents(block);
  const waiting = takePlain(plain.frames);
  if (plain.end === block.length) return waiting;
  return takeEvents(block.slice(plain.end)) ?? waiting;
}

/**
 * What is between runs of plain events is read event by event; where nothing is plain, more and
 * more events are read at once.
 */
function takeBurst(
  block: string,
  { stream, takeEvents, takePlain }: BlockTakers,
): Promise<void> | undefined {
  let waiting: Promise<void> | undefined;
  let rest = block;
  let eventsAtOnce = 1;
  while (rest !== '') {
    const plain = stream.passPlain?.(rest);
    if (plain !== undefined) {
      waiting = takePlain(plain.frames) ?? waiting;
      rest = rest.slice(plain.end);
      if (rest === '') break;
      eventsAtOnce = 1;
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
  let end = 0;
  for (let count = 0; count < events; count++) {
    const found = block.indexOf(eventEnd, end);
    if (found === -1) return block.length;
    end = found + eventEnd.length;
  }
  return end;
}
