import type { FileEnds } from './file-ends';
import { readMp3Frame, type Mp3Frame } from './mp3-frame';

/** Padding that may precede the first frame. */
const searchBytesMax = 64 * 1024;
const vbriOffset = 4 + 32;

/** Frames as a tag counts them, else bytes at the bit rate of the first frame. */
export function measureMp3({ head, tail, bytes }: FileEnds): number | undefined {
  const start = skipId3(head);
  // A large picture precedes the sound: any frame after it has the same bit rate.
  const window = start < head.length ? head : tail;
  const first = findFrame(window, start < head.length ? start : 0);
  if (!first) return undefined;
  const { frame, offset } = first;
  const frames = window === head ? readFrameCount(head, offset, frame) : undefined;
  if (frames !== undefined) return (frames * frame.samples) / frame.rate;
  const soundStart = window === head ? offset : start;
  return ((bytes - soundStart) * 8) / frame.bitsPerSecond;
}

function skipId3(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0;
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10);
  return 10 + ((a & 0x7f) << 21) + ((b & 0x7f) << 14) + ((c & 0x7f) << 7) + (d & 0x7f);
}

/** Eleven set bits also occur elsewhere: a frame counts when another one follows it. */
function findFrame(bytes: Buffer, start: number): { frame: Mp3Frame; offset: number } | undefined {
  const end = Math.min(bytes.length, start + searchBytesMax);
  for (let offset = start; offset < end; offset += 1) {
    if (bytes[offset] !== 0xff) continue;
    const frame = readMp3Frame(bytes, offset);
    if (!frame) continue;
    const next = offset + frame.bytes;
    if (next === bytes.length || readMp3Frame(bytes, next)) return { frame, offset };
  }
  return undefined;
}

function readFrameCount(head: Buffer, offset: number, frame: Mp3Frame): number | undefined {
  const xing = offset + frame.tagOffset;
  const tag = head.toString('latin1', xing, xing + 4);
  if ((tag === 'Xing' || tag === 'Info') && xing + 12 <= head.length) {
    const hasFrames = (head.readUInt32BE(xing + 4) & 1) === 1;
    return hasFrames ? head.readUInt32BE(xing + 8) : undefined;
  }
  const vbri = offset + vbriOffset;
  if (head.toString('latin1', vbri, vbri + 4) !== 'VBRI' || vbri + 18 > head.length) {
    return undefined;
  }
  return head.readUInt32BE(vbri + 14);
}
