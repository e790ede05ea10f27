import type { ProviderAdapter } from '@tollgate/model-spec';
import { asFields, asText, readCount } from '@tollgate/model-kit';

const webSearch = 'web_search';

/**
 * The protocol does not count searches: an answered call counts as one, unless the provider adds a
 * count of its own to the usage.
 */
export const readExtras: ProviderAdapter['readExtras'] = (body) => {
  const usage = asFields(body['usage']);
  const told =
    asFields(usage['server_tool_use'])['web_search_requests'] ?? usage['num_search_queries'];
  const searches = told == null ? undefined : readCount(told);
  return {
    serviceTier: asText(body['service_tier']),
    toolUses: new Map([[webSearch, searches ?? 1]]),
  };
};
