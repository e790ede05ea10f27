import type { Readable } from 'node:stream';

/** The first bytes of a stream, and the rest of it, unread. */
export interface StartedStream {
  /** At least as many as requested, unless the stream has fewer. */
  readonly start: Buffer;
  readonly rest: AsyncIterator<Buffer>;
}

/** Raises what the stream raises. */
export async function readStart(stream: Readable, bytesMin: number): Promise<StartedStream> {
  const rest = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const read: Buffer[] = [];
  let bytes = 0;
  while (bytes < bytesMin) {
    const next = await rest.next();
    if (next.done === true) break;
    read.push(next.value);
    bytes += next.value.length;
  }
  return { start: Buffer.concat(read), rest };
}
