import { findMoovStart, findMp4Seconds, isMp4 } from '../domain/mp4';
import type { HttpClient } from './http-client';

const probeMsMax = 5_000;
const headBytes = 256 * 1024;
const moovBytesMax = 1024 * 1024;

/**
 * How long a video is that a caller names, by what its file says at the beginning or, where that
 * points there, at its end. Undefined when it cannot be found out soon: that is no fault.
 */
export function createMeasureVideo(
  client: Pick<HttpClient, 'open'>,
): (url: string) => Promise<number | undefined> {
  async function read(url: string, start: number, bytesMax: number, signal: AbortSignal) {
    const headers = { range: `bytes=${start}-${start + bytesMax - 1}` };
    const { body, status } = await client.open({ method: 'GET', url, headers }, 'guarded', signal);
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      // A server without range support sends everything from the beginning.
      if (status !== 206 && !(status === 200 && start === 0)) return undefined;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (bytes >= bytesMax) break;
      }
      return Buffer.concat(chunks);
    } finally {
      body.destroy();
    }
  }

  async function measure(url: string, signal: AbortSignal): Promise<number | undefined> {
    const head = await read(url, 0, headBytes, signal);
    if (head === undefined || !isMp4(head)) return undefined;
    const seconds = findMp4Seconds(head);
    if (seconds !== undefined) return seconds;
    const moovStart = findMoovStart(head);
    if (moovStart === undefined) return undefined;
    const tail = await read(url, moovStart, moovBytesMax, signal);
    return tail && findMp4Seconds(tail);
  }

  return (url) => measure(url, AbortSignal.timeout(probeMsMax)).catch(() => undefined);
}
