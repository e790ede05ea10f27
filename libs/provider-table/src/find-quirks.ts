import { LRUCache } from 'lru-cache';
import type { ProviderQuirks, ProviderRow } from './provider-row';
import { providerRows } from './provider-rows';

const compatible = providerRows.filter(({ protocol }) => protocol === 'openai');
const bySlug = new Map(compatible.toReversed().map((row) => [row.slug, row]));
const byHost = new Map(
  compatible.filter(({ isSelfHosted }) => !isSelfHosted).map((row) => [hostOf(row.baseUrl), row]),
);
const addressesMax = 1_000;
/** Addresses of organizations' own keys are looked up at every call. */
const byAddress = new LRUCache<string, { readonly row: ProviderRow | undefined }>({
  max: addressesMax,
});

/**
 * How a provider of OpenAI's protocol differs, by its name in the catalog or by the host of its
 * address. Undefined: not at all, as far as is known.
 */
export function findQuirks(provider: string, baseUrl: string): ProviderQuirks | undefined {
  return (bySlug.get(provider) ?? findByAddress(baseUrl))?.quirks;
}

/** How a provider of OpenAI's protocol searches the web itself, and for what. */
export type ProviderSearch = Pick<ProviderRow, 'webSearch' | 'webSearchPrice'>;

/** Undefined: it is not known. */
export function findSearch(provider: string, baseUrl: string): ProviderSearch | undefined {
  return bySlug.get(provider) ?? findByAddress(baseUrl);
}

function findByAddress(baseUrl: string): ProviderRow | undefined {
  const known = byAddress.get(baseUrl);
  if (known !== undefined) return known.row;
  const row = byHost.get(hostOf(baseUrl));
  byAddress.set(baseUrl, { row });
  return row;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? '';
}
