import type { VideoProtocol } from '../video-protocol';
import { signRequest } from '../sign-request';

export const buildPoll: VideoProtocol['buildPoll'] = (target, upstreamJobId) => ({
  method: 'GET',
  url: `${target.baseUrl}/contents/generations/tasks/${encodeURIComponent(upstreamJobId)}`,
  headers: signRequest(target),
});
