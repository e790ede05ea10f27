import type { VideoProtocol } from '../video-protocol';
import { buildPoll } from './build-poll';
import { buildSubmit } from './build-submit';
import { readPoll } from './read-poll';
import { readSubmit } from './read-submit';

/** Video synthesis of Alibaba's DashScope (Model Studio): the Wan models and their neighbours. */
export const dashscopeVideos: VideoProtocol = {
  protocol: 'dashscope-videos',
  buildSubmit,
  readSubmit,
  buildPoll,
  readPoll,
};
