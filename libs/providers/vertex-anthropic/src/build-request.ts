import type { TranslateInput, Translation } from '@tollgate/model-spec';
import { anthropic } from '@tollgate/providers/anthropic';
import { signRequest } from './sign-request';

/** A request of the Messages API, addressed to Vertex AI. */
export function translate(input: TranslateInput): Translation {
  const { isStreaming, target } = input;
  const translation = anthropic.translate({ ...input, target: { ...target, apiKey: '' } });
  const request = signRequest(target, { isStreaming, request: translation.request });
  return { ...translation, request };
}
