import type { VideoProtocol } from '../video-protocol';
import { buildPoll } from './build-poll';
import { buildSubmit } from './build-submit';
import { readPoll } from './read-poll';
import { readSubmit } from './read-submit';

/** Long-running predictions of the Gemini API: the Veo models. */
export const geminiVideos: VideoProtocol = {
  protocol: 'gemini-videos',
  buildSubmit,
  readSubmit,
  buildPoll,
  readPoll,
};
