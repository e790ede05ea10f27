import type { TranslateInput, Translation } from '@tollgate/model-spec';
import { translate as translateGemini } from '@tollgate/providers/gemini';
import { signRequest } from './sign-request';
import { removeCallIds } from './write-messages';

/** A request of generateContent at the place that Vertex AI has for Google's models. */
export function translate(input: TranslateInput): Translation {
  const { target } = input;
  const baseUrl = `${target.baseUrl}/publishers/google`;
  // The key is left out there: credentials must not get into a header.
  const placed = { ...input, target: { ...target, baseUrl, apiKey: '' } };
  const translation = translateGemini(placed, removeCallIds);
  const { body, url } = translation.request;
  return { ...translation, request: { body, url, ...signRequest(target) } };
}
