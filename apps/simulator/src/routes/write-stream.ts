import type { ServerResponse } from 'node:http';
import type { StreamPlan } from '../domain/render-stream';
import type { Pause } from './pause';

const sliceBytesMax = 64 * 1024;

/**
 * Writes the events one by one when they are to be paced, else in slices as large as is polite.
 * Returns how the stream was to end; one that hangs is left to the caller.
 */
export async function writeStream(
  response: ServerResponse,
  { events, ending }: StreamPlan,
  { chunkDelayMs, pause }: { readonly chunkDelayMs: number; readonly pause: Pause },
): Promise<StreamPlan['ending']> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  // A client learns of the stream before its first event, as from a real provider.
  if (chunkDelayMs > 0) response.flushHeaders();
  for (const slice of chunkDelayMs > 0 ? events : joinSlices(events)) {
    if (chunkDelayMs > 0) await pause.forMs(chunkDelayMs);
    if (response.destroyed) return ending;
    if (!response.write(slice)) await pause.untilDrained(response);
  }
  if (ending === 'end') response.end();
  if (ending === 'cut') response.socket?.destroySoon();
  return ending;
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
