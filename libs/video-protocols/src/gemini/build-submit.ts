import { AppError } from '@tollgate/errors';
import type { SubmitInput, VideoHttpRequest } from '../video-protocol';
import { signGoogleRequest } from '../sign-request';

type Inputs = SubmitInput['request'];

export function buildSubmit({ prompt, request, target, video }: SubmitInput): VideoHttpRequest {
  refuseUnsaid(request);
  const { aspectRatio, resolution, seconds } = video;
  const hasResolution = resolution !== undefined && !oneResolution.test(target.upstreamModel);
  const body = {
    instances: [{ prompt }],
    parameters: {
      ...(aspectRatio === undefined ? {} : { aspectRatio }),
      ...(hasResolution ? { resolution } : {}),
      durationSeconds: seconds,
    },
  };
  const model = encodeURIComponent(target.upstreamModel);
  return {
    method: 'POST',
    url: `${target.baseUrl}/models/${model}:predictLongRunning`,
    headers: { ...signGoogleRequest(target), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}

/** Veo 2 has only one, and refuses the field. */
const oneResolution = /^veo-2/;

/** It takes media as bytes, which the gateway does not fetch; a seed exists only elsewhere. */
function refuseUnsaid({ firstFrame, inputVideo, references, seed }: Inputs): void {
  const unsaid: readonly [string, boolean][] = [
    ['frame_images', firstFrame !== undefined],
    ['input_references', references.length > 0],
    ['input_video', inputVideo !== undefined],
    ['seed', seed !== undefined && seed >= 0],
  ];
  const [param] = unsaid.find(([, isSaid]) => isSaid) ?? [];
  if (param === undefined) return;
  throw new AppError('unsupported_param', {
    message: `${param}: the provider of this model does not take it`,
    param,
  });
}
