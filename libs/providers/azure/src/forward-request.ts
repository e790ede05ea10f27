import type { ProviderAdapter } from '@tollgate/model-spec';
import { openai } from '@tollgate/providers/openai';
import { signRequest } from './sign-request';

/** The client's own bytes, addressed to Azure. */
export const forwardRequest: ProviderAdapter['forwardRequest'] = (input) => {
  const forwarded = openai.forwardRequest({ ...input, target: { ...input.target, apiKey: '' } });
  return signRequest(input.target, forwarded);
};
