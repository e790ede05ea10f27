import type { FileEnds } from './file-ends';

/** STREAMINFO is the first block of every file: 20 bits of sample rate, 36 of samples. */
export function measureFlac({ head }: FileEnds): number | undefined {
  const streamInfo = head.subarray(8, 8 + 34);
  const isStreamInfo = ((head[4] ?? 0xff) & 0x7f) === 0;
  if (!isStreamInfo || streamInfo.length < 34) return undefined;
  const rate = streamInfo.readUIntBE(10, 3) >> 4;
  const samples = ((streamInfo[13] ?? 0) & 0x0f) * 2 ** 32 + streamInfo.readUInt32BE(14);
  return rate > 0 && samples > 0 ? samples / rate : undefined;
}
