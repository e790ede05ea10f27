import { readBearer, type Protocol } from '../../protocol';
import { errors } from '../openai/render-error';
import { readRequest } from './read-request';
import { renderAnswer } from './render-answer';
import { renderStream } from './render-stream';

/** The Responses API; its refusals look like those of Chat. */
export const responses: Protocol = {
  idPrefix: 'resp_',
  readKey: readBearer,
  readRequest,
  renderAnswer,
  renderStream,
  errors,
};
