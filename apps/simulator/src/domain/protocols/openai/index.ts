import { readBearer, type Protocol } from '../../protocol';
import { readRequest } from './read-request';
import { renderAnswer } from './render-answer';
import { errors } from './render-error';
import { renderStream } from './render-stream';

/** Chat Completions. */
export const openai: Protocol = {
  idPrefix: 'chatcmpl-',
  readKey: readBearer,
  readRequest,
  renderAnswer,
  renderStream,
  errors,
};
