import type { VideoProtocol } from '../video-protocol';
import { isOperationName } from './operation-name';
import { signGoogleRequest } from '../sign-request';

/** The name of an operation is its path. */
export const buildPoll: VideoProtocol['buildPoll'] = (target, upstreamJobId) => ({
  method: 'GET',
  url: `${target.baseUrl}/${
    isOperationName(upstreamJobId) ? upstreamJobId : encodeURIComponent(upstreamJobId)
  }`,
  headers: signGoogleRequest(target),
});
