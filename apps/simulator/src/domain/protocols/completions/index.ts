import { readBearer, type Protocol } from '../../protocol';
import { errors } from '../openai/render-error';
import { readRequest } from './read-request';
import { renderAnswer } from './render-answer';
import { renderStream } from './render-stream';

/** The legacy completions of OpenAI. */
export const completions: Protocol = {
  idPrefix: 'cmpl-',
  readKey: readBearer,
  readRequest,
  renderAnswer,
  renderStream,
  errors,
};
