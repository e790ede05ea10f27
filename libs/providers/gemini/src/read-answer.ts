import type { ProviderAdapter } from '@tollgate/model-spec';
import { readResponse } from './read-response';

/** Usage and end of an answer, without its content. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => {
  const { extras, finishReason, nativeFinishReason, parts, usage } = readResponse(body);
  const hasContent = parts.length > 0 || finishReason !== undefined;
  return { hasContent, finishReason, nativeFinishReason, usage, extras };
};
