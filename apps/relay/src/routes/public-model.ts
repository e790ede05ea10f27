import { formatDecimal } from '@tollgate/money';
import type { z } from 'zod';
import type { CatalogModel } from '../catalog/catalog';
import type { publicModelSchema } from './models.operations';

type PublicModel = z.input<typeof publicModelSchema>;

/** Prices per token in USD: a pico-dollar has twelve decimals. */
const picoDecimals = 12;

const dayMs = 86_400_000;
/** How long before its date a retirement is announced. */
const noticeDays = 30;

/** One body for OpenAI, Anthropic and aggregator clients, with the fields of each. */
export function describePublicModel(model: CatalogModel, nowMs: number): PublicModel {
  const { document } = model;
  const input = document.inputModalities ?? ['text'];
  const output = document.outputModalities ?? ['text'];
  return {
    id: model.id,
    name: model.name,
    object: 'model',
    type: 'model',
    display_name: model.name,
    created: Math.floor(model.createdAtMs / 1_000),
    created_at: new Date(model.createdAtMs).toISOString(),
    owned_by: model.id.slice(0, model.id.indexOf('/')),
    canonical_slug: model.id,
    description: document.description ?? null,
    context_length: model.contextLength ?? null,
    modality: `${input.join('+')}->${output.join('+')}`,
    architecture: { input_modalities: [...input], output_modalities: [...output] },
    pricing: describePricing(document),
    ...describeTiers(model),
    ...describeExtras(document.prices),
    top_provider: { max_completion_tokens: model.maxCompletionTokens ?? null },
    supported_parameters: [...(document.supportedParameters ?? [])],
    status: describeStatus(document.deprecationDate, nowMs),
    deprecation_date: document.deprecationDate ?? null,
    per_request_limits: null,
  };
}

/** The free variant of a model, as an entry of its own. */
export function describeFreeModel(model: CatalogModel, nowMs: number): PublicModel {
  const { pricing_tiers: _paid, ...entry } = describePublicModel(model, nowMs);
  const name = `${model.name} (free)`;
  return {
    ...entry,
    id: `${model.id}:free`,
    name,
    display_name: name,
    pricing: { prompt: '0', completion: '0', unit: 'per_1m_tokens' },
  };
}

/** Left out for models without them. */
function describeExtras({
  serviceTiers,
  tools,
}: CatalogModel['document']['prices']): Pick<PublicModel, 'tool_pricing' | 'service_tiers'> {
  return {
    ...(tools && { tool_pricing: omitUnknown(tools) as Record<string, string> }),
    ...(serviceTiers && { service_tiers: omitUnknown(serviceTiers) as Record<string, string> }),
  };
}

function describeStatus(date: string | null | undefined, nowMs: number): 'active' | 'end_of_life' {
  if (date == null) return 'active';
  return Date.parse(date) - nowMs <= noticeDays * dayMs ? 'end_of_life' : 'active';
}

/** A model that is not priced by tokens shows 0 for them: the fields are always decimal strings. */
function describePricing({ prices, sizes }: CatalogModel['document']): PublicModel['pricing'] {
  const extra = {
    input_cache_read: prices['cacheRead'],
    input_cache_write: prices['cacheWrite'],
    image: prices['image'] ?? findLowestPrice(Object.values(sizes ?? {})),
    request: prices['request'],
    web_search: prices['web'],
    audio_second: prices['audioSecond'],
    character: prices['character'],
    video_second: prices['videoSecond'],
    search_unit: prices['searchUnit'],
  };
  return {
    prompt: prices['prompt'] ?? '0',
    completion: prices['completion'] ?? '0',
    unit: 'per_1m_tokens',
    ...omitUnknown(extra),
  };
}

/** Prices by size are shown from the lowest. */
export function findLowestPrice(prices: readonly (string | null)[]): string | undefined {
  const known = prices.filter((price) => price !== null);
  return known.sort((left, right) => Number(left) - Number(right))[0];
}

type Known<Prices> = { [Name in keyof Prices]?: string };

function omitUnknown<Prices extends Readonly<Record<string, string | null | undefined>>>(
  prices: Prices,
): Known<Prices> {
  const known = Object.entries(prices).filter(([, price]) => price != null);
  return Object.fromEntries(known) as Known<Prices>;
}

/** Left out for models without tiers. */
function describeTiers(model: CatalogModel): Pick<PublicModel, 'pricing_tiers'> {
  const tiers = model.prices.tiers?.slice(1) ?? [];
  if (tiers.length === 0) return {};
  const pricing_tiers = tiers.map((tier) => ({
    above_prompt_tokens: tier.abovePromptTokens,
    prompt: formatDecimal(tier.prompt, picoDecimals),
    completion: formatDecimal(tier.completion, picoDecimals),
  }));
  return { pricing_tiers };
}
