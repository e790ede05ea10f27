import type { TranslateInput, Translation } from '@tollgate/model-spec';
import { openai } from '@tollgate/providers/openai';
import { signRequest } from './sign-request';

/** A request of Chat Completions, addressed to Azure. */
export function translate(input: TranslateInput): Translation {
  const translation = openai.translate({ ...input, target: { ...input.target, apiKey: '' } });
  return { ...translation, request: signRequest(input.target, translation.request) };
}
