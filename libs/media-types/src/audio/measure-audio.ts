import type { FileEnds } from './file-ends';
import { measureFlac } from './measure-flac';
import { measureMp3 } from './measure-mp3';
import { measureMp4 } from './measure-mp4';
import { measureOgg } from './measure-ogg';
import { measureWav } from './measure-wav';
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
