import type { FinishReason, ProviderAdapter } from '@tollgate/model-spec';
import { asFieldList, type Fields } from '@tollgate/model-kit';
import { mapStopReason, readStopWord } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readExtras } from './read-extras';

/** Usage and end of an answer that passes as bytes. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => ({
  hasContent: Array.isArray(body['output']),
  finishReason: readFinishReason(body),
  nativeFinishReason: readStopWord(body),
  usage: mapUsage(body['usage']),
  extras: readExtras(body),
});

/** The protocol has no word for it: a response that calls is simply completed. */
export function readFinishReason(body: Fields): FinishReason | undefined {
  const finishReason = mapStopReason(readStopWord(body));
  const hasCalls = asFieldList(body['output']).some(isCall);
  return finishReason === 'stop' && hasCalls ? 'tool_calls' : finishReason;
}

export function isCall({ type }: Fields): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}
