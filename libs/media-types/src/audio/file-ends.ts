import type { Readable } from 'node:stream';

/** The duration is at the beginning of a file or, with some containers, at its end. */
export interface FileEnds {
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Of the whole file. */
  readonly bytes: number;
}

const headBytesMax = 512 * 1024;
const tailBytesMax = 1024 * 1024;

/** Reads a file once and keeps no more than its two ends. */
export async function readEnds(file: Readable): Promise<FileEnds> {
  const head: Buffer[] = [];
  const tail: Buffer[] = [];
  let headBytes = 0;
  let tailBytes = 0;
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (headBytes < headBytesMax) headBytes += head.push(chunk) && chunk.length;
    tail.push(chunk);
    tailBytes += chunk.length;
    while (tailBytes - (tail[0]?.length ?? 0) >= tailBytesMax) {
      tailBytes -= tail.shift()?.length ?? 0;
    }
  }
  return {
    head: Buffer.concat(head).subarray(0, headBytesMax),
    tail: Buffer.concat(tail).subarray(-tailBytesMax),
    bytes,
  };
}
