import { asFields } from '@tollgate/model-kit';
import { makeFailed, parseJobAnswer, readJobSeconds, readProgress } from '../read-job';
import type { VideoProtocol, VideoVerdict } from '../video-protocol';
import { policyWords } from './map-error';
import { signRequest } from '../sign-request';

export const readPoll: VideoProtocol['readPoll'] = ({ status, text }, target, upstreamJobId) => {
  const job = status === 200 ? parseJobAnswer(text) : undefined;
  if (job === undefined || job['id'] !== upstreamJobId) return { kind: 'unknown' };
  switch (job['status']) {
    case 'queued':
      return { kind: 'queued' };
    case 'in_progress':
      return { kind: 'running', progress: readProgress(job['progress']) };
    case 'completed':
      return readCompleted(job['seconds'], target, upstreamJobId);
    case 'failed': {
      const { code, message } = asFields(job['error']);
      return makeFailed({ code, message }, target, policyWords);
    }
    default:
      return { kind: 'unknown' };
  }
};

/** The bytes are behind the same key as the job. */
function readCompleted(
  seconds: unknown,
  target: Parameters<VideoProtocol['readPoll']>[1],
  upstreamJobId: string,
): VideoVerdict {
  const url = `${target.baseUrl}/videos/${encodeURIComponent(upstreamJobId)}/content`;
  const headers = { ...signRequest(target), accept: 'video/mp4' };
  return {
    kind: 'completed',
    outputs: [{ kind: 'request', request: { method: 'GET', url, headers } }],
    seconds: readJobSeconds(seconds),
    nativeReason: 'completed',
  };
}
