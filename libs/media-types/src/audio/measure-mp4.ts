import type { FileEnds } from './file-ends';

const boxesMax = 1_000;

/** `moov` is before or after the sound; `mvhd`, its first box, has the duration. */
export function measureMp4({ head, tail, bytes }: FileEnds): number | undefined {
  const tailStart = bytes - tail.length;
  let offset = 0;
  for (let count = 0; count < boxesMax && offset + 16 <= bytes; count += 1) {
    const inTail = offset >= tailStart;
    const window = inTail ? tail : head;
    const at = inTail ? offset - tailStart : offset;
    if (at + 16 > window.length) return undefined;
    const size = readSize(window, at);
    if (window.toString('latin1', at + 4, at + 8) === 'moov') {
      return readHeaderBox(window.subarray(at, at + 8 + 120));
    }
    if (size < 8) return undefined;
    offset += size;
  }
  return undefined;
}

/** 1 means that 64 bits follow, 0 that the box is the last one. */
function readSize(window: Buffer, at: number): number {
  const size = window.readUInt32BE(at);
  return size === 1 ? Number(window.readBigUInt64BE(at + 8)) : size;
}

function readHeaderBox(moov: Buffer): number | undefined {
  const at = moov.indexOf('mvhd', 8, 'latin1');
  if (at === -1) return undefined;
  const isLong = moov[at + 4] === 1;
  const fields = moov.subarray(at + (isLong ? 24 : 16));
  if (fields.length < 12) return undefined;
  const scale = fields.readUInt32BE(0);
  const duration = isLong ? Number(fields.readBigUInt64BE(4)) : fields.readUInt32BE(4);
  return scale > 0 && duration > 0 ? duration / scale : undefined;
}
