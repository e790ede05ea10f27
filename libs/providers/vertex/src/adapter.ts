import type { ProviderAdapter } from '@tollgate/model-spec';
import { gemini } from '@tollgate/providers/gemini';
import { translate } from './build-request';
import { forwardRequest } from './forward-request';

/** Gemini on Google Vertex AI: generateContent below a project and a location. */
export const vertex: ProviderAdapter = {
  ...gemini,
  protocol: 'vertex',
  forwardRequest,
  translate,
};
