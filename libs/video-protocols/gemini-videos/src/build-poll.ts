import type { VideoProtocol } from '@tollgate/video-spec';
import { isOperationName } from './operation-name';
import { signRequest } from './sign-request';

/** The name of an operation is its path. */
export const buildPoll: VideoProtocol['buildPoll'] = (target, upstreamJobId) => ({
  method: 'GET',
  url: `${target.baseUrl}/${
    isOperationName(upstreamJobId) ? upstreamJobId : encodeURIComponent(upstreamJobId)
  }`,
  headers: signRequest(target),
});
