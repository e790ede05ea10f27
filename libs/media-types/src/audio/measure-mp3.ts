import type { FileEnds } from './file-ends';

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

interface Mp3Frame {
  readonly bitsPerSecond: number;
  readonly rate: number;
  readonly samples: number;
  readonly bytes: number;
  /** The offset of an encoder's tag in the first frame. */
  readonly tagOffset: number;
}

const kilobits = {
  first: [
    [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  second: [
    [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
};
const rates = [44_100, 48_000, 32_000];

/** By the two bits of the version; 1 is reserved. */
const rateDivisors = [4, undefined, 2, 1];

/** The frame that begins at `offset`, if one does. */
function readMp3Frame(bytes: Buffer, offset: number): Mp3Frame | undefined {
  if (offset + 4 > bytes.length) return undefined;
  const header = bytes.readUInt32BE(offset);
  const version = (header >>> 19) & 3;
  const layer = 3 - ((header >>> 17) & 3);
  const table = version === 3 ? kilobits.first : kilobits.second;
  const kilobit = table[layer]?.[(header >>> 12) & 15] ?? 0;
  const rate = (rates[(header >>> 10) & 3] ?? 0) / (rateDivisors[version] ?? Infinity);
  if (header >>> 21 !== 0x7ff || kilobit === 0 || rate === 0) return undefined;
  const samples = countSamples(version === 3, layer);
  const bitsPerSecond = kilobit * 1_000;
  const slot = layer === 0 ? 4 : 1;
  const slots = Math.floor((samples * bitsPerSecond) / 8 / slot / rate) + ((header >>> 9) & 1);
  const isMono = ((header >>> 6) & 3) === 3;
  const tagOffset = 4 + countSideBytes(version === 3, isMono);
  return { bitsPerSecond, rate, samples, bytes: slots * slot, tagOffset };
}

function countSamples(isFirst: boolean, layer: number): number {
  if (layer === 0) return 384;
  return layer === 2 && !isFirst ? 576 : 1_152;
}

function countSideBytes(isFirst: boolean, isMono: boolean): number {
  if (isFirst) return isMono ? 17 : 32;
  return isMono ? 9 : 17;
}
