import type { VideoProtocol } from '../video-protocol';
import { buildPoll } from './build-poll';
import { buildSubmit } from './build-submit';
import { readPoll } from './read-poll';
import { readSubmit } from './read-submit';

/** The Videos protocol of OpenAI, which gateways and other providers use too. */
export const openaiVideos: VideoProtocol = {
  protocol: 'openai-videos',
  buildSubmit,
  readSubmit,
  buildPoll,
  readPoll,
};
