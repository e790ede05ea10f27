import { extraUsesDefault, type ProviderAdapter } from '@tollgate/model-spec';
import { buildRequest } from './build-request';
import { forwardRequest } from './forward-request';
import { mapError } from './map-error';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readAnswer, readExtras } from './read-answer';
import { readResponse } from './read-response';
import { createStreamReader } from './read-stream';

/** The Chat Completions protocol of OpenAI and most other providers. */
export const openai: ProviderAdapter = {
  protocol: 'openai',
  nativeDialect: 'chat',
  forwardRequest,
  translate: (input) => ({ request: buildRequest(input), readResponse, createStreamReader }),
  readAnswer,
  mapUsage,
  readExtras,
  // The protocol has no field for a limit.
  boundUses: (usesMax) => Math.max(usesMax, extraUsesDefault),
  mapStopReason,
  mapError,
};
