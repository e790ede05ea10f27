import type { ListedPrices, ProviderRow } from '@tollgate/provider-table';

const createdSeconds = 1_760_000_000;
const contextTokens = 131_072;
const pricesPerMillion = { prompt: '0.6', completion: '2.4', cacheRead: '0.15' } as const;

/** Names as providers have them: with capitals, and with the maker in front. */
const models = [
  { id: 'acme-labs/Chat-Large', type: 'chat' },
  { id: 'chat-mini', type: 'chat' },
  { id: 'acme-labs/Embed-1', type: 'embedding' },
];

/** The answer to `GET /models` of a provider, with prices where its list contains them. */
export function renderModels({ id, listedPrices }: ProviderRow): string {
  const data = models.map((model) => ({
    ...model,
    object: 'model',
    created: createdSeconds,
    owned_by: 'simulator',
    context_length: contextTokens,
    ...(listedPrices === undefined ? {} : makePrices(listedPrices)),
  }));
  // Together answers with the bare list.
  return JSON.stringify(id === 'together' ? data : { object: 'list', data });
}

/** Nested objects from paths such as `pricing.prompt`. */
function makePrices(paths: ListedPrices): object {
  const root: Record<string, unknown> = {};
  for (const name of ['prompt', 'completion', 'cacheRead'] as const) {
    const path = paths[name];
    if (path === undefined) continue;
    const parts = path.split('.');
    const last = parts.pop() ?? '';
    const place = parts.reduce<Record<string, unknown>>(
      (inner, part) => (inner[part] ??= {}) as Record<string, unknown>,
      root,
    );
    const perMillion = pricesPerMillion[name];
    place[last] = paths.unit === 'token' ? perToken(perMillion) : Number(perMillion);
  }
  return root;
}

const tokensPerMillion = 1_000_000;
const decimals = 10;

function perToken(perMillion: string): string {
  return (Number(perMillion) / tokensPerMillion).toFixed(decimals).replace(/0+$/, '');
}
