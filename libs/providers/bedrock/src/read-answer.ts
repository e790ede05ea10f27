import type { ProviderAdapter } from '@tollgate/model-spec';
import { makeResponseReader } from './read-response';

const read = makeResponseReader({ jsonTool: undefined, isClaude: false });

/** Usage and end of a whole answer. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => {
  const { finishReason, nativeFinishReason, usage } = read(body);
  return { hasContent: body['output'] !== undefined, finishReason, nativeFinishReason, usage };
};
