import { keepAliveComment } from '@tollgate/model-kit';
import type { Dialect } from '@tollgate/model-spec';
import { parseRequest } from './parse-request';
import { passResponse } from './pass-response';
import { ChatPassStream } from './pass-stream';
import { renderFailure } from './render-error';
import { renderChoices, renderResponse } from './render-response';
import { ChatRenderer } from './render-stream';

/** Chat Completions, the API of OpenAI's clients and most others. */
export const openAiChat: Dialect = {
  name: 'chat',
  keepAliveFrame: keepAliveComment,
  parseRequest,
  passResponse,
  renderResponse,
  renderChoices,
  createPassStream: (input) => new ChatPassStream(input),
  createStreamRenderer: (input) => new ChatRenderer(input),
  renderFailure,
};
