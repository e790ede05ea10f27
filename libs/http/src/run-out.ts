import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

const lingerMsDefault = 1_000;

/**
 * Whoever is answered while it still sends finds its connection closed, and not the answer: what
 * comes after all that is thrown away, for a moment.
 */
export async function runOut(request: Readable, lingerMsMax = lingerMsDefault): Promise<void> {
  request.resume();
  const signal = AbortSignal.timeout(lingerMsMax);
  await finished(request, { writable: false, signal }).catch(() => undefined);
}
