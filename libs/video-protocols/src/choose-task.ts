import type { VideoModel } from './video-model';
import type { VideoRequest, VideoTask } from './video-request';

/** What is asked for, by what was put in. */
export function chooseTask(
  request: Pick<VideoRequest, 'firstFrame' | 'inputVideo' | 'lastFrame' | 'references' | 'seconds'>,
  model: VideoModel,
  inputSeconds: number | undefined,
): VideoTask {
  if (request.inputVideo !== undefined) {
    return isLonger(request.seconds, inputSeconds, model) ? 'continuation' : 'edit';
  }
  if (request.references.length > 0) return 'reference';
  if (request.lastFrame !== undefined) return 'keyframes';
  return request.firstFrame === undefined ? 'text' : 'image';
}

function isLonger(
  seconds: number | undefined,
  inputSeconds: number | undefined,
  { tasks }: VideoModel,
): boolean {
  if (inputSeconds !== undefined) return seconds !== undefined && seconds > inputSeconds;
  // Nobody knows how long the source is: then it is what the model can do, and paid as the dearer.
  return tasks !== undefined && tasks.includes('continuation') && !tasks.includes('edit');
}
