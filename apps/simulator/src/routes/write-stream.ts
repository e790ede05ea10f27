import type { ServerResponse } from 'node:http';
import type { Instructions } from '../domain/instructions';
import type { StreamPlan } from '../domain/protocol';
import type { Pause } from './exchange';

const sliceBytesMax = 64 * 1024;

interface WriteOptions {
  readonly instructions: Pick<Instructions, 'chunkDelayMs' | 'silenceMs' | 'sliceBytes'>;
  readonly pause: Pause;
}

/**
 * Writes the events one by one when they are to be paced, else in slices as large as is polite.
 * Returns how the stream was to end; one that hangs is left to the caller.
 */
export async function writeStream(
  response: ServerResponse,
  { binaryType, ending, events, openingEvents }: StreamPlan,
  { instructions, pause }: WriteOptions,
): Promise<StreamPlan['ending']> {
  const { chunkDelayMs, silenceMs, sliceBytes } = instructions;
  const encoding = binaryType === undefined ? 'utf8' : 'latin1';
  response.writeHead(200, {
    'content-type': binaryType ?? 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  // A client learns of the stream before its first event, as from a real provider.
  if (chunkDelayMs > 0 || silenceMs > 0) response.flushHeaders();
  const write = async (slices: Iterable<string | Buffer>): Promise<void> => {
    for (const slice of slices) {
      if (chunkDelayMs > 0) await pause.forMs(chunkDelayMs);
      if (response.destroyed) return;
      const hasRoom = response.write(slice, encoding);
      if (!hasRoom) await pause.untilDrained(response);
    }
  };
  const cut = (list: readonly string[]): Iterable<string | Buffer> => {
    if (sliceBytes > 0) return splitBytes(Buffer.from(list.join(''), encoding), sliceBytes);
    return chunkDelayMs > 0 ? list : joinSlices(list);
  };
  if (silenceMs > 0) {
    await write(cut(events.slice(0, openingEvents)));
    await pause.forMs(silenceMs);
    await write(cut(events.slice(openingEvents)));
  } else {
    await write(cut(events));
  }
  if (response.destroyed) return ending;
  if (ending === 'end') response.end();
  if (ending === 'cut') response.socket?.destroySoon();
  return ending;
}

/** Slices end anywhere, inside frames and characters. */
function* splitBytes(bytes: Buffer, sliceBytes: number): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    yield bytes.subarray(start, start + sliceBytes);
  }
}

function* joinSlices(events: readonly string[]): Generator<string> {
  let slice = '';
  for (const event of events) {
    slice += event;
    if (slice.length < sliceBytesMax) continue;
    yield slice;
    slice = '';
  }
  if (slice !== '') yield slice;
}
