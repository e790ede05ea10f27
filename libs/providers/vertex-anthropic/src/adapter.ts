import type { ProviderAdapter } from '@tollgate/model-spec';
import { anthropic } from '@tollgate/providers/anthropic';
import { translate } from './build-request';
import { forwardRequest } from './forward-request';

/** Claude on Google Vertex AI: Messages over rawPredict. */
export const vertexAnthropic: ProviderAdapter = {
  ...anthropic,
  protocol: 'vertex-anthropic',
  forwardRequest,
  translate,
};
