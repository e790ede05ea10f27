import { leavesOpen, parseJobAnswer, readAccepted } from '../read-job';
import type { SubmitReading, VideoHttpAnswer } from '../video-protocol';
import { mapError } from './map-error';

export function readSubmit(answer: VideoHttpAnswer): SubmitReading {
  const { status, text } = answer;
  if (status >= 200 && status < 300) return readAccepted(parseJobAnswer(text)?.['id']);
  return leavesOpen(answer) ? { kind: 'unclear' } : { kind: 'refused', failure: mapError(answer) };
}
