import { asFields, asText, isFields, type Fields } from '@tollgate/model-kit';
import type { ModelKind } from '../catalog';
import {
  makeListedId,
  readCount,
  readDay,
  type ListedEntry,
  type PriceList,
  type SkippedEntry,
  type SkippedField,
} from './listed-entry';
import { hasValue, readPriceFields } from './read-fields';

const priceFields = {
  token: {
    prompt: 'prompt',
    completion: 'completion',
    input_cache_read: 'cacheRead',
    input_cache_write: 'cacheWrite',
    input_cache_write_1h: 'cacheWrite1h',
    internal_reasoning: 'reasoning',
    audio: 'audioInput',
    audio_output: 'audioOutput',
    image_token: 'imageInput',
    image_output: 'imageOutput',
  },
  unit: { request: 'request' },
};

const reasons: Readonly<Record<string, string>> = {
  image: 'a price per image in the prompt; the catalog prices them by tokens (imageInput)',
  web_search: 'searches of the provider are priced by prices.tools',
  discount: 'a discount of OpenRouter, not a price',
};

/** The answer of OpenRouter's `GET /api/v1/models`: prices are decimal texts in USD per token. */
export function readOpenRouter(document: Fields): PriceList | undefined {
  const { data } = document;
  if (!Array.isArray(data)) return undefined;
  const entries: ListedEntry[] = [];
  const skipped: SkippedEntry[] = [];
  data.forEach((item: unknown, place) => {
    const entry = readEntry(item, `data[${place}]`);
    if ('reason' in entry) skipped.push(entry);
    else entries.push(entry);
  });
  return { entries, skipped };
}

function readEntry(item: unknown, place: string): ListedEntry | SkippedEntry {
  if (!isFields(item)) return { name: place, reason: 'not an object' };
  const name = asText(item['id']) ?? '';
  if (!name.includes('/')) return { name: name || place, reason: 'has no id of maker and model' };
  const pricing = asFields(item['pricing']);
  const { known, prices, skipped } = readPriceFields(pricing, priceFields);
  if (prices['prompt'] === undefined || prices['completion'] === undefined)
    return { name, reason: skipped[0]?.reason ?? 'has no prices' };
  if (prices['prompt'] === '0' && prices['completion'] === '0')
    return { name, reason: 'free there: what is free here is said by free tiers' };
  const architecture = asFields(item['architecture']);
  const output = asTexts(architecture['output_modalities']);
  return {
    name,
    id: makeListedId(name),
    kind: readKind(output),
    title: asText(item['name']) ?? name,
    contextLength: readCount(item['context_length']),
    maxCompletionTokens: readCount(asFields(item['top_provider'])['max_completion_tokens']),
    inputModalities: asTexts(architecture['input_modalities']),
    outputModalities: output,
    prices,
    tiers: undefined,
    deprecationDate: readDay(item['expiration_date']),
    skipped: [...skipped, ...listOthers(pricing, known)],
  };
}

function listOthers(pricing: Fields, known: ReadonlySet<string>): SkippedField[] {
  return Object.entries(pricing)
    .filter(([field, value]) => !known.has(field) && hasValue(value))
    .map(([field]) => ({ field, reason: reasons[field] ?? 'the catalog has no such price' }));
}

function readKind(output: readonly string[] | undefined): ModelKind | undefined {
  if (output === undefined || output.includes('text')) return 'chat';
  return output.includes('embeddings') ? 'embeddings' : undefined;
}

const modalitiesMax = 20;

function asTexts(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((text) => typeof text === 'string').slice(0, modalitiesMax);
}
