import { clipFixture } from './clip-fixture';
import { countMadeSeconds, type VideoJob } from './video-job';

export interface Clip {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
}

const framesTotal = 20;
/** Times in the file are milliseconds; a clip lasts a multiple of 0.1 s. */
const stepMs = 100;
const secondsMax = 120;

/** Byte offsets of fields in the bodies of the MP4 boxes. */
const durationOffsets = { mvhd: 16, tkhd: 20, mdhd: 16 } as const;
const sizeOffset = 76;
const frameDurationOffset = 12;

/** A playable file: the frames of the fixture, displayed in this size for this long. */
export function makeMp4({ height, seconds, width }: Clip): Buffer {
  const clip = Buffer.from(clipFixture);
  const durationMs =
    Math.max(1, Math.round((Math.min(seconds, secondsMax) * 1_000) / stepMs)) * stepMs;
  for (const [box, offset] of Object.entries(durationOffsets)) {
    clip.writeUInt32BE(durationMs, findBody(box) + offset);
  }
  clip.writeUInt32BE(durationMs / framesTotal, findBody('stts') + frameDurationOffset);
  clip.writeUInt32BE(width * 0x1_0000, findBody('tkhd') + sizeOffset);
  clip.writeUInt32BE(height * 0x1_0000, findBody('tkhd') + sizeOffset + 4);
  return clip;
}

function findBody(box: string): number {
  return clipFixture.indexOf(box, 0, 'latin1') + box.length;
}

/** The bytes of a finished job. */
export function makeClip(job: VideoJob): Buffer {
  const { height, width } = job;
  return makeMp4({ seconds: countMadeSeconds(job), width, height });
}
