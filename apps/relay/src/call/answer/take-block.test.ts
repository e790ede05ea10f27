import { takeBlock } from './take-block';

/** Frames of the letter `p` are plain, once one of them was read. */
class LearningStream {
  #hasLearned = false;

  passPlain(block: string): { frames: string; end: number } | undefined {
    const plain = this.#hasLearned ? /^(?:data: p\n\n)+/.exec(block)?.[0] : undefined;
    return plain === undefined ? undefined : { frames: plain, end: plain.length };
  }

  read(events: string): void {
    this.#hasLearned ||= events.includes('data: p\n\n');
  }
}

const frames = (letters: string): string =>
  Array.from(letters, (letter) => `data: ${letter}\n\n`).join('');
const letters = (block: string): string => block.replaceAll(/data: |\n/g, '').replace(/-+/, '-');
/** With a last event that makes the block large enough. */
const burst = (text: string): string => frames(text) + `data: ${'-'.repeat(16 * 1024)}\n\n`;

/** What was taken in which way, in order. */
function take(block: string, stream: LearningStream | object = new LearningStream()): string[] {
  const taken: string[] = [];
  void takeBlock(block, {
    stream,
    takePlain: (plain) => void taken.push(`plain ${letters(plain)}`),
    takeEvents: (events) => {
      if (stream instanceof LearningStream) stream.read(events);
      taken.push(`read ${letters(events)}`);
      return undefined;
    },
  });
  return taken;
}

describe('a block of events', () => {
  it('passes unread up to the first event that must be read', () => {
    const stream = new LearningStream();
    stream.read(frames('p'));
    expect(take(frames('ppxppx'), stream)).toEqual(['plain pp', 'read xppx']);
    expect(take(frames('rpppp'))).toEqual(['read rpppp']);
  });

  it('in a burst passes unread as soon as an event of it taught its shape', () => {
    expect(take(burst('rpppp'))).toEqual(['read r', 'read pp', 'plain pp', 'read -']);
  });

  it('in a burst passes unread again after an event that must be read', () => {
    const stream = new LearningStream();
    stream.read(frames('p'));
    expect(take(burst('ppxppp'), stream)).toEqual(['plain pp', 'read x', 'plain ppp', 'read -']);
  });

  it('in a burst is read in ever larger parts when nothing in it is plain', () => {
    expect(take(burst('abcdefghi'))).toEqual(['read a', 'read bc', 'read defg', 'read hi-']);
  });

  it('is read whole when its stream knows no plain frames, or its lines end otherwise', () => {
    expect(take(burst('ppp'), {})).toEqual(['read ppp-']);
    const other = burst('ab').replaceAll('\n', '\r\n');
    expect(take(other)).toEqual(['read a\r\rb\r\r-\r\r']);
  });

  it('tells of the latest part that the client has not taken yet', async () => {
    const stream = new LearningStream();
    stream.read(frames('p'));
    const waiting = takeBlock(frames('px'), {
      stream,
      takePlain: () => Promise.resolve(),
      takeEvents: () => undefined,
    });
    await expect(waiting).resolves.toBeUndefined();
    expect(waiting).toBeInstanceOf(Promise);
  });
});
