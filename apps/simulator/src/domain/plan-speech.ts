import { makeAac, makeFlac, makeMp3, makeOpus } from './media/make-silence';
import { makePcm, makeWav } from './media/make-tone';

interface SpeechFormat {
  readonly contentType: string;
  readonly make: (seconds: number) => Buffer;
}

const formats = new Map<string, SpeechFormat>([
  ['mp3', { contentType: 'audio/mpeg', make: makeMp3 }],
  ['opus', { contentType: 'audio/ogg', make: makeOpus }],
  ['aac', { contentType: 'audio/aac', make: makeAac }],
  ['flac', { contentType: 'audio/flac', make: makeFlac }],
  ['wav', { contentType: 'audio/wav', make: makeWav }],
  ['pcm', { contentType: 'audio/pcm', make: makePcm }],
]);

const charactersPerSecond = 15;
const secondsMax = 600;

export interface Speech {
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** A tone as long as the spoken text; undefined for an unknown format. */
export function planSpeech(input: string, format: string, speed: number): Speech | undefined {
  const found = formats.get(format);
  if (!found) return undefined;
  const seconds = Math.min(secondsMax, input.length / charactersPerSecond / speed);
  return { contentType: found.contentType, bytes: found.make(seconds) };
}
