import { leavesOpen, parseJobAnswer } from '../read-job';
import type { SubmitReading, VideoHttpAnswer } from '../video-protocol';
import { mapError } from './map-error';
import { isOperationName } from './operation-name';

export function readSubmit(answer: VideoHttpAnswer): SubmitReading {
  const { status, text } = answer;
  if (status >= 200 && status < 300) {
    const name = parseJobAnswer(text)?.['name'];
    return isOperationName(name) ? { kind: 'accepted', upstreamJobId: name } : { kind: 'unclear' };
  }
  return leavesOpen(answer) ? { kind: 'unclear' } : { kind: 'refused', failure: mapError(answer) };
}
