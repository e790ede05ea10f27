import { asFields, type Fields } from '@tollgate/model-kit';
import { makeFailed, parseJobAnswer, readJobSeconds, readOutputUrl } from '../read-job';
import type { VideoProtocol, VideoVerdict } from '../video-protocol';
import { policyWords } from './map-error';

export const readPoll: VideoProtocol['readPoll'] = ({ status, text }, target, upstreamJobId) => {
  const answer = status === 200 ? parseJobAnswer(text) : undefined;
  const task = asFields(answer?.['output']);
  if (answer === undefined || task['task_id'] !== upstreamJobId) return { kind: 'unknown' };
  switch (task['task_status']) {
    case 'PENDING':
      return { kind: 'queued' };
    case 'RUNNING':
      return { kind: 'running', progress: undefined };
    case 'SUCCEEDED':
      return readSucceeded(task, asFields(answer['usage']));
    case 'FAILED': {
      const { code, message } = task;
      return makeFailed({ code, message }, target, policyWords);
    }
    case 'CANCELED':
      return {
        kind: 'failed',
        code: 'cancelled',
        message: 'The provider ended the job: canceled',
        nativeReason: 'CANCELED',
      };
    // UNKNOWN means that the provider has dropped the task: not a final state either.
    default:
      return { kind: 'unknown' };
  }
};

/** Success without anything to fetch makes no sense, so it is no verdict. */
function readSucceeded(task: Fields, usage: Fields): VideoVerdict {
  const output = readOutputUrl(task['video_url']);
  if (output === undefined) return { kind: 'unknown' };
  // `duration` is of input and output together where there is an input.
  const { duration, output_video_duration: made, video_duration: older } = usage;
  const inputSeconds = readJobSeconds(usage['input_video_duration']);
  return {
    kind: 'completed',
    outputs: [output],
    seconds: readJobSeconds(made ?? older ?? duration),
    ...(inputSeconds !== undefined && { inputSeconds }),
    nativeReason: 'SUCCEEDED',
  };
}
