import type { VideoModel } from './video-model';
import type { VideoRequest, VideoTask } from './video-request';

/** The task, derived from the inputs. */
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
  // The length of the source is unknown: choose what the model supports, at the higher price.
  return tasks !== undefined && tasks.includes('continuation') && !tasks.includes('edit');
}
