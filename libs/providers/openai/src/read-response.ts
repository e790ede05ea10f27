import type { ProviderAdapter } from '@tollgate/model-spec';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readChoices } from './wire';

export const readResponse: ProviderAdapter['readResponse'] = (body) => {
  const choices = readChoices(body);
  const native = choices[0]?.native_finish_reason ?? choices[0]?.finish_reason;
  return {
    hasContent: choices.some((choice) => choice.message !== undefined),
    finishReason: mapStopReason(choices[0]?.finish_reason),
    nativeFinishReason: typeof native === 'string' ? native : undefined,
    usage: mapUsage(body['usage']),
  };
};
