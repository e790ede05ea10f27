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
const letters = (block: string): string => block.replaceAll(/data: |\n/g, '');

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
  it('passes unread as soon as an event of it taught its shape', () => {
    expect(take(frames('rpppp'))).toEqual(['read r', 'read pp', 'plain pp']);
  });

  it('passes unread again after an event that must be read', () => {
    const stream = new LearningStream();
    stream.read(frames('p'));
    expect(take(frames('ppxpppx'), stream)).toEqual(['plain pp', 'read x', 'plain ppp', 'read x']);
  });

  it('is read in ever larger parts when nothing in it is plain', () => {
    expect(take(frames('abcdefghij'))).toEqual(['read a', 'read bc', 'read defg', 'read hij']);
  });

  it('is read whole when its stream knows no plain frames, or its lines end otherwise', () => {
    expect(take(frames('ppp'), {})).toEqual(['read ppp']);
    expect(take('data: a\r\n\r\ndata: b\r\n\r\n')).toEqual(['read a\r\rb\r\r']);
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
