import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

const lingerMsDefault = 1_000;

/**
 * A client that is still sending would get a closed connection instead of the answer: for a moment
 * the rest of its request is read and discarded.
 */
export async function runOut(request: Readable, lingerMsMax = lingerMsDefault): Promise<void> {
  request.resume();
  const signal = AbortSignal.timeout(lingerMsMax);
  await finished(request, { writable: false, signal }).catch(() => undefined);
}
