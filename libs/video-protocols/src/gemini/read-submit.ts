import { leavesOpen, parseJobAnswer } from '../read-job';
import type { SubmitReading, VideoHttpAnswer } from '../video-protocol';
import { isOperationName } from './build-poll';
import { mapError } from './map-error';

export function readSubmit(answer: VideoHttpAnswer): SubmitReading {
  const { status, text } = answer;
  if (status >= 200 && status < 300) {
    const name = parseJobAnswer(text)?.['name'];
    return isOperationName(name) ? { kind: 'accepted', upstreamJobId: name } : { kind: 'unclear' };
  }
  return leavesOpen(answer) ? { kind: 'unclear' } : { kind: 'refused', failure: mapError(answer) };
}
