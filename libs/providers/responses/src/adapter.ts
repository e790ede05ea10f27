import { extraUsesDefault, type ProviderAdapter } from '@tollgate/model-spec';
import { buildRequest } from './build-request';
import { forwardRequest } from './forward-request';
import { mapError } from './map-error';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readAnswer, readExtras, readUse } from './read-answer';
import { readResponse } from './read-response';
import { createStreamReader } from './read-stream';

/** OpenAI's Responses protocol. */
export const responses: ProviderAdapter = {
  protocol: 'responses',
  nativeDialect: 'responses',
  forwardRequest,
  translate: (input) => ({ request: buildRequest(input), readResponse, createStreamReader }),
  readAnswer,
  mapUsage,
  readExtras,
  readUse,
  // Only OpenAI keeps `max_tool_calls`: others are trusted to report their uses.
  boundUses: (usesMax, { family }) =>
    family === 'openai' ? usesMax : Math.max(usesMax, extraUsesDefault),
  mapStopReason,
  mapError,
};
