import { AppError } from '@tollgate/errors';
import type { SubmitInput } from '../video-protocol';
import type { VideoTask } from '../video-request';

type Wire = Readonly<Record<string, unknown>>;
type Inputs = SubmitInput['request'];

/** With the fields of the older models. Raises: unsupported_param. */
export function writeNamedMedia(request: Inputs): Wire {
  const { firstFrame, inputVideo, lastFrame, references } = request;
  if (inputVideo !== undefined) throw refuse('input_video');
  if (references.length > 0) return { reference_urls: [...references] };
  if (firstFrame === undefined) return {};
  return lastFrame === undefined
    ? { img_url: firstFrame }
    : { first_frame_url: firstFrame, last_frame_url: lastFrame };
}

/** As one list, for models since Wan 2.7. */
export function writeMedia(request: Inputs, task: VideoTask): Wire {
  const { firstFrame, inputVideo, lastFrame, references } = request;
  const clipType = task === 'continuation' ? 'first_clip' : 'video';
  const media = [
    ...(firstFrame === undefined ? [] : [{ type: 'first_frame', url: firstFrame }]),
    ...(lastFrame === undefined ? [] : [{ type: 'last_frame', url: lastFrame }]),
    ...(inputVideo === undefined ? [] : [{ type: clipType, url: inputVideo }]),
    ...references.map((url) => ({ type: 'reference_image', url })),
  ];
  return media.length === 0 ? {} : { media };
}

function refuse(param: string): AppError {
  const message = `${param}: the provider of this model does not take it`;
  return AppError.forParam('unsupported_param', param, message);
}
