import { listTextPieces, type Answer } from '../answer';
import { makePcm, makeWav } from './make-tone';

/** What a chat with audio output says, and how it sounds. */
export interface AnswerAudio {
  readonly id: string;
  readonly expiresAtSeconds: number;
  /** One piece per token. */
  readonly transcript: readonly string[];
  /** Base64; a stream is bare samples, as the API demands it. */
  readonly data: string;
  readonly tokens: number;
}

const secondsPerPiece = 0.05;
/** Longer answers sound no longer: the length of the data plays no part. */
const secondsMax = 2;
const audioTokensPerPiece = 6;
const lifetimeSeconds = 3_600;

export function makeAnswerAudio(answer: Answer): AnswerAudio | undefined {
  const { createdSeconds, id, request, toolCalls } = answer;
  if (request.wantsAudio !== true || toolCalls.length > 0) return undefined;
  const transcript = listTextPieces(answer);
  const seconds = Math.min(secondsMax, transcript.length * secondsPerPiece);
  const bytes = request.isStreamed ? makePcm(seconds) : makeWav(seconds);
  return {
    id: `audio_${id.replace(/^chatcmpl-/, '')}`,
    expiresAtSeconds: createdSeconds + lifetimeSeconds,
    transcript,
    data: bytes.toString('base64'),
    tokens: transcript.length * audioTokensPerPiece * request.choices,
  };
}
