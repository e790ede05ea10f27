import type { ProviderAdapter } from '@tollgate/model-spec';
import { buildChatRequest } from './build-request';
import { mapError } from './map-error';
import { readResponse } from './read-response';

/** The Chat Completions protocol, as OpenAI and most others speak it. */
export const openai: ProviderAdapter = {
  protocol: 'openai',
  buildChatRequest,
  readResponse,
  mapError,
};
