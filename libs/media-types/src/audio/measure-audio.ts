import type { FileEnds } from './file-ends';
import { measureMp3 } from './measure-mp3';
import { measureMp4 } from './measure-mp4';
import { measureOgg } from './measure-ogg';
import { measureWebm } from './measure-webm';
import { sniffAudio, type AudioContainer } from './sniff-audio';

/** Longer is not a recording but a wrong number. */
const secondsMax = 30 * 24 * 60 * 60;

const measures: Record<AudioContainer, (ends: FileEnds) => number | undefined> = {
  wav: measureWav,
  mp3: measureMp3,
  mp4: measureMp4,
  ogg: measureOgg,
  flac: measureFlac,
  webm: measureWebm,
};

/**
 * The duration in its container; undefined when there is none. The file is untrusted input:
 * whatever its content, this ends soon and never throws.
 */
export function measureAudio(ends: FileEnds): number | undefined {
  const container = sniffAudio(ends.head);
  if (container === undefined) return undefined;
  const seconds = measures[container](ends);
  const isSane = seconds !== undefined && seconds > 0 && seconds <= secondsMax;
  return isSane ? seconds : undefined;
}

/** STREAMINFO is the first block of every file: 20 bits of sample rate, 36 of samples. */
function measureFlac({ head }: FileEnds): number | undefined {
  const streamInfo = head.subarray(8, 8 + 34);
  const isStreamInfo = ((head[4] ?? 0xff) & 0x7f) === 0;
  if (!isStreamInfo || streamInfo.length < 34) return undefined;
  const rate = streamInfo.readUIntBE(10, 3) >> 4;
  const samples = ((streamInfo[13] ?? 0) & 0x0f) * 2 ** 32 + streamInfo.readUInt32BE(14);
  return rate > 0 && samples > 0 ? samples / rate : undefined;
}

const chunksMax = 1_000;
const chunkHeaderBytes = 8;
const pcmFormats = [1, 3, 0xfffe];

/** Bytes of the data chunk by the bytes of a second. */
function measureWav({ head, bytes }: FileEnds): number | undefined {
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
