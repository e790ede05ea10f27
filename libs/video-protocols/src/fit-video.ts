import { AppError } from '@tollgate/errors';
import { findAspectRatio, readSize } from './read-size';
import type { VideoModel, FittedVideo, VideoRequest, VideoTask } from './video-request';

/** Of a model that lists no durations. */
const secondsDefault = 5;
const secondsMaxDefault = 60;
/** The aspect ratio of an input image decides that of the output. */
const shapedTasks: ReadonlySet<VideoTask> = new Set(['image', 'keyframes', 'continuation', 'edit']);

/**
 * What one model will make of a request, with every default filled in. An edited video counts at
 * least as long as the model can make one: its length comes from the caller's own server, which
 * may be wrong. Raises: unsupported_param.
 */
export function fitVideo(
  request: VideoRequest,
  model: VideoModel = {},
  inputSeconds?: number,
): FittedVideo {
  const task = chooseTask(request, model, inputSeconds);
  const { tasks } = model;
  if (tasks !== undefined && !tasks.includes(task)) {
    throw refuse(nameInput(task), `this model cannot do ${task}`, tasks);
  }
  return {
    task,
    seconds: fitSeconds(request.seconds, model.durations ?? []),
    inputSeconds: task === 'edit' ? findInputSeconds(inputSeconds, model) : 0,
    resolution: fitResolution(request, model.resolutions ?? {}),
    aspectRatio: shapedTasks.has(task)
      ? undefined
      : fitAspectRatio(request, model.aspectRatios ?? []),
    hasAudio: request.wantsAudio ?? false,
  };
}

function findInputSeconds(measured: number | undefined, model: VideoModel): number {
  return Math.max(Math.ceil(measured ?? 0), findSecondsMax(model));
}

/** The longest video of the model: used for an input of unknown length. */
function findSecondsMax({ durations = [] }: VideoModel): number {
  return durations.length === 0 ? secondsMaxDefault : Math.max(...durations);
}

function fitSeconds(wanted: number | undefined, durations: readonly number[]): number {
  if (durations.length === 0) {
    const seconds = wanted ?? secondsDefault;
    if (seconds > secondsMaxDefault) {
      throw refuse('duration', `must be at most ${secondsMaxDefault}`, []);
    }
    return seconds;
  }
  const seconds = wanted ?? durations[0] ?? secondsDefault;
  if (!durations.includes(seconds)) {
    throw refuse('duration', `${seconds} seconds are not offered by this model`, durations);
  }
  return seconds;
}

function fitResolution(
  { resolution, size }: VideoRequest,
  resolutions: NonNullable<VideoModel['resolutions']>,
): string | undefined {
  const names = Object.keys(resolutions);
  const wanted = resolution ?? readSize(size).resolution;
  if (wanted === undefined) return findDefaultResolution(resolutions);
  if (names.length === 0) return wanted.toLowerCase();
  const name = names.find((known) => known.toLowerCase() === wanted.toLowerCase());
  if (name === undefined) {
    const param = resolution === undefined ? 'size' : 'resolution';
    throw refuse(param, `${wanted} is not offered by this model`, names);
  }
  return name;
}

/** The one that the price is for; else the cheapest. A store may have changed their order. */
function findDefaultResolution(
  resolutions: NonNullable<VideoModel['resolutions']>,
): string | undefined {
  const rated = Object.entries(resolutions).map(([name, factor]) => ({
    name,
    factor: Number(factor ?? 1),
  }));
  const base = rated.find(({ factor }) => factor === 1);
  return (base ?? rated.sort((left, right) => left.factor - right.factor)[0])?.name;
}

function fitAspectRatio(
  { aspectRatio, size }: VideoRequest,
  names: readonly string[],
): string | undefined {
  if (aspectRatio !== undefined) {
    if (names.length === 0 || names.includes(aspectRatio)) return aspectRatio;
    throw refuse('aspect_ratio', `${aspectRatio} is not offered by this model`, names);
  }
  const { ratio } = readSize(size);
  if (ratio === undefined || names.length === 0) return names[0];
  const name = findAspectRatio(ratio, names);
  if (name === undefined) throw refuse('size', `${size} has another shape`, names);
  return name;
}

const inputNames: Readonly<Record<VideoTask, string>> = {
  text: 'prompt',
  image: 'frame_images',
  keyframes: 'frame_images',
  continuation: 'input_video',
  reference: 'input_references',
  edit: 'input_video',
};

function nameInput(task: VideoTask): string {
  return inputNames[task];
}

function refuse(param: string, why: string, allowed: readonly (string | number)[]): AppError {
  const list = allowed.length === 0 ? '' : `. Allowed: ${allowed.join(', ')}`;
  return new AppError('unsupported_param', {
    message: `${param}: ${why}${list}`,
    param,
    ...(allowed.length === 0 ? {} : { metadata: { allowed: [...allowed] } }),
  });
}

/** The task, derived from the inputs. */
function chooseTask(
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
