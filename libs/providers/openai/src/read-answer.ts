import type { FinishReason, ProviderAdapter, ReportedExtras } from '@tollgate/model-spec';
import { asFieldList, asFields, asText, readCount, type Fields } from '@tollgate/model-kit';
import { mapStopReason } from './map-stop-reason';
import { mapUsage } from './map-usage';
import { readChoices, type WireChoice } from './wire';

/** Usage and end of an answer that passes as bytes. */
export const readAnswer: ProviderAdapter['readAnswer'] = (body) => {
  const choices = readChoices(body);
  return {
    hasContent: choices.some((choice) => choice.message !== undefined),
    finishReason: readFinishReason(choices[0]),
    nativeFinishReason: readNativeFinishReason(choices[0]),
    usage: mapUsage(body['usage']),
    extras: readExtras(body),
  };
};

/** The client must act on a tool call, whatever the upstream's finish reason. */
export function readFinishReason(choice: WireChoice | undefined): FinishReason | undefined {
  const finishReason = mapStopReason(choice?.finish_reason);
  const hasCalls = asFieldList(asFields(choice?.message)['tool_calls']).length > 0;
  return finishReason === 'stop' && hasCalls ? 'tool_calls' : finishReason;
}

export function readNativeFinishReason(choice: WireChoice | undefined): string | undefined {
  return asText(choice?.native_finish_reason) ?? asText(choice?.finish_reason);
}

const webSearch = 'web_search';

/**
 * The protocol does not count searches: an answered call counts as one, unless the provider adds a
 * count of its own to the usage.
 */
export const readExtras: ProviderAdapter['readExtras'] = (body) => {
  const toolUses = new Map([[webSearch, readSearchCount(body) ?? 1]]);
  return { serviceTier: asText(body['service_tier']), toolUses };
};

/** The same of a translated answer: without a count, one with sources counts as one search. */
export function countSearches(body: Fields, hasSources: boolean): ReportedExtras {
  const searches = readSearchCount(body) ?? (hasSources ? 1 : 0);
  return {
    serviceTier: asText(body['service_tier']),
    toolUses: new Map(searches === 0 ? [] : [[webSearch, searches]]),
  };
}

function readSearchCount(body: Fields): number | undefined {
  const usage = asFields(body['usage']);
  const told =
    asFields(usage['server_tool_use'])['web_search_requests'] ?? usage['num_search_queries'];
  return told == null ? undefined : readCount(told);
}
