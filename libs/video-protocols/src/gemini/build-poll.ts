import type { VideoProtocol } from '../video-protocol';
import { signGoogleRequest } from '../sign-request';

/** The name of an operation is its path. */
export const buildPoll: VideoProtocol['buildPoll'] = (target, upstreamJobId) => ({
  method: 'GET',
  url: `${target.baseUrl}/${
    isOperationName(upstreamJobId) ? upstreamJobId : encodeURIComponent(upstreamJobId)
  }`,
  headers: signGoogleRequest(target),
});

/** The id of a job: the model and the operation. */
const operationName = /^models\/[\w.-]{1,200}\/operations\/[\w-]{1,200}$/;

export function isOperationName(value: unknown): value is string {
  return typeof value === 'string' && operationName.test(value);
}
