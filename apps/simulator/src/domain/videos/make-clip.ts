import { makeMp4 } from './make-mp4';
import { countMadeSeconds, type VideoJob } from './video-job';

/** The bytes of a finished job. */
export function makeClip(job: VideoJob): Buffer {
  const { height, width } = job;
  return makeMp4({ seconds: countMadeSeconds(job), width, height });
}
