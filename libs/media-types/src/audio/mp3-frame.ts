export interface Mp3Frame {
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
export function readMp3Frame(bytes: Buffer, offset: number): Mp3Frame | undefined {
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
