import type { FileEnds } from './file-ends';

const pageMagic = Buffer.from('OggS');
const opusRate = 48_000;
const pagesMax = 10_000;
/** A page on which no packet ends. */
const noGranule = 0xffff_ffff_ffff_ffffn;

/** The granule of the last page is the end of the audio, in samples. */
export function measureOgg({ head, tail }: FileEnds): number | undefined {
  const stream = readFirstPage(head);
  const end = findLastGranule(tail);
  if (!stream || end === undefined || stream.rate <= 0) return undefined;
  return (end - stream.skip) / stream.rate;
}

function readFirstPage(head: Buffer): { rate: number; skip: number } | undefined {
  const packet = head.subarray(27 + (head[26] ?? 0), 27 + (head[26] ?? 0) + 32);
  if (packet.length < 19) return undefined;
  if (packet.toString('latin1', 0, 8) === 'OpusHead') {
    return { rate: opusRate, skip: packet.readUInt16LE(10) };
  }
  const isVorbis = packet[0] === 1 && packet.toString('latin1', 1, 7) === 'vorbis';
  return isVorbis ? { rate: packet.readUInt32LE(12), skip: 0 } : undefined;
}

function findLastGranule(tail: Buffer): number | undefined {
  let end = tail.length;
  for (let count = 0; count < pagesMax && end > 0; count += 1) {
    const page = tail.lastIndexOf(pageMagic, end - 1);
    if (page === -1) return undefined;
    if (page + 14 <= tail.length) {
      const granule = tail.readBigUInt64LE(page + 6);
      if (granule !== noGranule) return Number(granule);
    }
    end = page;
  }
  return undefined;
}
