import { asFields, type Fields } from '@tollgate/model-kit';
import { makeFailed, parseJobAnswer, readJobSeconds, readOutputUrl } from '../read-job';
import type { VideoProtocol, VideoVerdict } from '../video-protocol';
import { policyWords } from './map-error';

export const readPoll: VideoProtocol['readPoll'] = ({ status, text }, target, upstreamJobId) => {
  const task = status === 200 ? parseJobAnswer(text) : undefined;
  if (task === undefined || task['id'] !== upstreamJobId) return { kind: 'unknown' };
  switch (task['status']) {
    case 'queued':
      return { kind: 'queued' };
    case 'running':
      return { kind: 'running', progress: undefined };
    case 'succeeded':
      return readSucceeded(task);
    case 'failed': {
      const { code, message } = asFields(task['error']);
      return makeFailed({ code, message }, target, policyWords);
    }
    case 'cancelled':
    case 'expired':
      return readEnded(task['status']);
    default:
      return { kind: 'unknown' };
  }
};

/** Success without anything to fetch makes no sense, so it is no verdict. */
function readSucceeded(task: Fields): VideoVerdict {
  const output = readOutputUrl(asFields(task['content'])['video_url']);
  if (output === undefined) return { kind: 'unknown' };
  return {
    kind: 'completed',
    outputs: [output],
    seconds: readJobSeconds(task['duration']) ?? readFrames(task),
    nativeReason: 'succeeded',
  };
}

/** Some models take a number of frames instead of seconds, and report it. */
function readFrames({ frames, framespersecond }: Fields): number | undefined {
  return readJobSeconds(Number(frames) / Number(framespersecond));
}

function readEnded(nativeReason: 'cancelled' | 'expired'): VideoVerdict {
  const message = `The provider ended the job: ${nativeReason}`;
  return { kind: 'failed', code: 'cancelled', message, nativeReason };
}
