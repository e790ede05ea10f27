import type { ProviderAdapter } from '@tollgate/model-spec';
import { anthropic } from '@tollgate/providers/anthropic';
import { signRequest } from './sign-request';

/** The client's own bytes, addressed to Vertex AI. */
export const forwardRequest: ProviderAdapter['forwardRequest'] = (input) => {
  const { isStreaming, target } = input;
  const request = anthropic.forwardRequest({ ...input, target: { ...target, apiKey: '' } });
  return signRequest(target, { isStreaming, request });
};
