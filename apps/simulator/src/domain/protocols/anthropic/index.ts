import { readBearer, type Protocol } from '../../protocol';
import { readRequest } from './read-request';
import { renderAnswer } from './render-answer';
import { errors } from './render-error';
import { renderStream } from './render-stream';

/** The Messages API. */
export const anthropic: Protocol = {
  idPrefix: 'msg_',
  // Its clients send the key in either header.
  readKey: (headers) => String(headers['x-api-key'] ?? '').trim() || readBearer(headers),
  readRequest,
  renderAnswer,
  renderStream,
  errors,
};
