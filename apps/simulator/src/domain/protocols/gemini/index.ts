import type { Protocol } from '../../protocol';
import { readRequest } from './read-request';
import { renderAnswer } from './render-answer';
import { errors } from './render-error';
import { renderStream } from './render-stream';

/** generateContent and streamGenerateContent. */
export const gemini: Protocol = {
  idPrefix: 'gem-',
  readKey: (headers) => String(headers['x-goog-api-key'] ?? '').trim(),
  readRequest,
  renderAnswer,
  renderStream,
  errors,
};
