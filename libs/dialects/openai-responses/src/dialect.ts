import { keepAliveComment } from '@tollgate/model-kit';
import type { Dialect } from '@tollgate/model-spec';
import { parseRequest } from './parse-request';
import { passResponse } from './pass-response';
import { ResponsesPassStream } from './pass-stream';
import { renderFailure } from './render-error';
import { renderResponse } from './render-response';
import { ResponsesRenderer } from './render-stream';

/** OpenAI's Responses API, used by its newer clients and Codex. */
export const openAiResponses: Dialect = {
  name: 'responses',
  keepAliveFrame: keepAliveComment,
  parseRequest,
  passResponse,
  renderResponse,
  createPassStream: (input) => new ResponsesPassStream(input),
  createStreamRenderer: (input) => new ResponsesRenderer(input),
  renderFailure,
};
