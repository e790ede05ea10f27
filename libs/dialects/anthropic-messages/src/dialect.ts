import type { Dialect } from '@tollgate/model-spec';
import { parseRequest } from './parse-request';
import { passResponse } from './pass-response';
import { MessagePassStream } from './pass-stream';
import { renderFailure } from './render-error';
import { renderResponse } from './render-response';
import { MessageRenderer, pingFrame } from './render-stream';

/** The Messages API of Anthropic's clients. */
export const anthropicMessages: Dialect = {
  name: 'messages',
  keepAliveFrame: pingFrame,
  parseRequest,
  passResponse,
  renderResponse,
  createPassStream: (input) => new MessagePassStream(input),
  createStreamRenderer: (input) => new MessageRenderer(input),
  renderFailure,
};
