import type { ProviderAdapter } from '@tollgate/model-spec';
import { asText, asWire, asWireList } from '@tollgate/model-kit';
import { mapUsage } from './map-usage';
import { correctFinish } from './read-content';
import { readExtras } from './read-extras';
import type { Message } from './wire';

/** Usage and end of an answer that passes as bytes. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => {
  const { content, stop_reason, usage } = asWire<Message>(body);
  const hasCall = asWireList<{ type: string }>(content).some(({ type }) => type === 'tool_use');
  return {
    hasContent: Array.isArray(content),
    finishReason: correctFinish(stop_reason, { hasCall, hasJson: false }),
    nativeFinishReason: asText(stop_reason),
    usage: mapUsage(usage),
    extras: readExtras(body),
  };
};
