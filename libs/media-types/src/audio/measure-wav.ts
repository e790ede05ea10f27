import type { FileEnds } from './file-ends';

const chunksMax = 1_000;
const chunkHeaderBytes = 8;
const pcmFormats = [1, 3, 0xfffe];

/** Bytes of the data chunk by the bytes of a second. */
export function measureWav({ head, bytes }: FileEnds): number | undefined {
  let secondBytes: number | undefined;
  let offset = 12;
  for (let count = 0; count < chunksMax && offset + chunkHeaderBytes <= head.length; count += 1) {
    const name = head.toString('latin1', offset, offset + 4);
    const size = head.readUInt32LE(offset + 4);
    const start = offset + chunkHeaderBytes;
    if (name === 'fmt ') secondBytes = readSecondBytes(head.subarray(start, start + 16));
    if (name === 'data') {
      // An interrupted recorder left 0, or a size beyond the file.
      const present = bytes - start;
      const data = size === 0 ? present : Math.min(size, present);
      return secondBytes === undefined ? undefined : data / secondBytes;
    }
    offset = start + size + (size % 2);
  }
  return undefined;
}

function readSecondBytes(format: Buffer): number | undefined {
  if (format.length < 16) return undefined;
  const channels = format.readUInt16LE(2);
  const rate = format.readUInt32LE(4);
  const bits = format.readUInt16LE(14);
  const isPcm = pcmFormats.includes(format.readUInt16LE(0));
  const secondBytes = isPcm ? (channels * rate * bits) / 8 : format.readUInt32LE(8);
  return secondBytes > 0 ? secondBytes : undefined;
}
