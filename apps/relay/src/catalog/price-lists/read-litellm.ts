import { asText, isFields, type Fields } from '@tollgate/model-kit';
import { findProviderRow } from '@tollgate/provider-table';
import type { ModelKind } from '../catalog';
import {
  makeListedId,
  readCount,
  readDay,
  type ListedEntry,
  type PriceList,
  type SkippedEntry,
} from './listed-entry';
import { readPriceFields } from './read-fields';
import { readServiceTiers, readTiers, listOtherCosts } from './read-litellm-extras';

const tokenFields = {
  input_cost_per_token: 'prompt',
  output_cost_per_token: 'completion',
  cache_read_input_token_cost: 'cacheRead',
  cache_creation_input_token_cost: 'cacheWrite',
  cache_creation_input_token_cost_above_1hr: 'cacheWrite1h',
  output_cost_per_reasoning_token: 'reasoning',
  input_cost_per_audio_token: 'audioInput',
  output_cost_per_audio_token: 'audioOutput',
  input_cost_per_image_token: 'imageInput',
  output_cost_per_image_token: 'imageOutput',
};

/** The same field means another thing for another kind of model. */
const unitFields: Readonly<Partial<Record<ModelKind, Readonly<Record<string, string>>>>> = {
  image: { output_cost_per_image: 'image' },
  speech: { input_cost_per_character: 'character' },
  transcription: { input_cost_per_second: 'audioSecond' },
  rerank: { input_cost_per_query: 'searchUnit' },
};

const kinds: Readonly<Record<string, ModelKind>> = {
  chat: 'chat',
  responses: 'chat',
  completion: 'completion',
  embedding: 'embeddings',
  image_generation: 'image',
  audio_transcription: 'transcription',
  audio_speech: 'speech',
  moderation: 'moderation',
  rerank: 'rerank',
};

/** Providers that LiteLLM calls by another name than the table of providers. */
const providers: Readonly<Record<string, string>> = {
  gemini: 'google',
  cohere_chat: 'cohere',
  volcengine: 'bytedance',
  bedrock_converse: 'bedrock',
  azure_ai: 'azure',
  together_ai: 'together',
  fireworks_ai: 'fireworks',
  nvidia_nim: 'nvidia',
};
const notModels = new Set(['sample_spec', 'fallback_generalizations']);

/**
 * LiteLLM's `model_prices_and_context_window.json`: an object by model, whose prices are JSON
 * numbers in USD per token or unit.
 */
export function readLiteLlm(document: Fields): PriceList {
  const entries: ListedEntry[] = [];
  const skipped: SkippedEntry[] = [];
  for (const [name, value] of Object.entries(document)) {
    if (notModels.has(name)) continue;
    const entry = readEntry(name, value);
    if ('reason' in entry) skipped.push(entry);
    else entries.push(entry);
  }
  return { entries, skipped };
}

function readEntry(name: string, fields: unknown): ListedEntry | SkippedEntry {
  if (!isFields(fields)) return { name, reason: 'not an object' };
  const provider = asText(fields['litellm_provider']) ?? '';
  if (provider === '') return { name, reason: 'has no litellm_provider' };
  const mode = asText(fields['mode']) ?? 'chat';
  const kind = kinds[mode];
  if (kind === undefined) return { name, reason: `the gateway does not price the mode ${mode}` };
  const unit = unitFields[kind] ?? {};
  const { known, prices, skipped } = readPriceFields(fields, { token: tokenFields, unit });
  const paid = Object.values(prices).filter((price) => price !== '0');
  if (paid.length === 0) return { name, reason: skipped[0]?.reason ?? 'has no prices' };
  const tiers = readTiers(fields);
  const service = readServiceTiers(fields);
  const read = new Set([...known, ...tiers.known, ...service.known]);
  return {
    name,
    id: makeId(provider, name),
    kind,
    title: name.slice(name.lastIndexOf('/') + 1),
    contextLength: readCount(fields['max_input_tokens']),
    maxCompletionTokens: readCount(fields['max_output_tokens']),
    inputModalities: undefined,
    outputModalities: undefined,
    prices: service.factors === undefined ? prices : { ...prices, serviceTiers: service.factors },
    tiers: tiers.tiers,
    deprecationDate: readDay(fields['deprecation_date']),
    skipped: [...skipped, ...tiers.skipped, ...service.skipped, ...listOtherCosts(fields, read)],
  };
}

/** LiteLLM has one for each maker of models there: `vertex_ai-anthropic_models`. */
const vertex = /^vertex_ai(?:-|$)/;

/** Names may or may not begin with their provider: `gpt-4o`, `gemini/gemini-2.5-pro`. */
function makeId(provider: string, name: string): string {
  const isVertex = vertex.test(provider);
  const own = `${isVertex ? 'vertex_ai' : provider}/`;
  const bare = name.startsWith(own) ? name.slice(own.length) : name;
  const slug = isVertex ? 'vertex' : (providers[provider] ?? provider);
  const prefix = findProviderRow(slug)?.pattern?.replace(/\/\*$/, '') ?? slug.replaceAll('_', '-');
  return makeListedId(`${prefix}/${bare}`);
}
