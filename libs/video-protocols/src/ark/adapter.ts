import type { VideoProtocol } from '../video-protocol';
import { buildPoll } from './build-poll';
import { buildSubmit } from './build-submit';
import { readPoll } from './read-poll';
import { readSubmit } from './read-submit';

/** Content generation tasks of Volcengine Ark (BytePlus ModelArk): the Seedance models. */
export const arkVideos: VideoProtocol = {
  protocol: 'ark-videos',
  buildSubmit,
  readSubmit,
  buildPoll,
  readPoll,
};
