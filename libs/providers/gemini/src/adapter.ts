import { extraUsesDefault, type ProviderAdapter } from '@tollgate/model-spec';
import { isGemini3, translate } from './build-request';
import { forwardRequest } from './forward-request';
import { mapError } from './map-error';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readAnswer } from './read-answer';

/** Google's generateContent. No dialect of the gateway is its own, so everything is translated. */
export const gemini: ProviderAdapter = {
  protocol: 'gemini',
  nativeDialect: null,
  forwardRequest,
  translate: (input) => translate(input),
  readAnswer,
  mapUsage,
  readExtras: () => ({}),
  // Google Search has no limit; before Gemini 3 it is billed once for a prompt.
  boundUses: (usesMax, { upstreamModel }) =>
    isGemini3(upstreamModel) ? Math.max(usesMax, extraUsesDefault) : 1,
  mapStopReason,
  mapError,
};
