import { makeMp4 } from './mp4/make-mp4';
import { countMadeSeconds, type VideoJob } from './video-job';

const clipsMax = 16;
const colors: readonly (readonly [number, number, number])[] = [
  [100, 180, 60],
  [150, 60, 180],
  [180, 90, 90],
  [90, 110, 200],
];

const clips = new Map<string, Buffer>();

/** The bytes of a finished job. Jobs of one length and size share them. */
export function makeClip(job: VideoJob): Buffer {
  const seconds = countMadeSeconds(job);
  const name = `${seconds} ${job.width} ${job.height}`;
  const known = clips.get(name);
  if (known !== undefined) return known;
  const color = colors[seconds % colors.length] ?? [100, 180, 60];
  const clip = makeMp4({ seconds, width: job.width, height: job.height, color });
  if (clips.size >= clipsMax) clips.clear();
  clips.set(name, clip);
  return clip;
}
