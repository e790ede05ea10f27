import { asFields, asText, isFields, type Fields } from '@tollgate/model-kit';
import type { ListedPrices } from '@tollgate/provider-table';
import type { ModelKind } from '../catalog';
import { toPricePerMillion } from './to-price';

/** What the list of a provider says about one model. */
export interface ListedModel {
  /** The model's name at the provider. */
  readonly name: string;
  readonly title: string | undefined;
  /** Undefined: something that the gateway does not serve, such as reranking. */
  readonly kind: ModelKind | undefined;
  readonly contextLength: number | undefined;
  readonly maxCompletionTokens: number | undefined;
  readonly inputModalities: readonly string[] | undefined;
  readonly outputModalities: readonly string[] | undefined;
  readonly supportedParameters: readonly string[] | undefined;
  /** Per million tokens; undefined: the list contains no price. */
  readonly prices: { readonly [Name in PriceName]?: string } | undefined;
}

const priceNames = ['prompt', 'completion', 'cacheRead'] as const;
type PriceName = (typeof priceNames)[number];

/** Each provider has its own names for these. */
const contextPaths = [
  ...['context_length', 'context_window', 'max_model_len', 'max_context_length', 'context_size'],
  ...['metadata.context_length', 'inputTokenLimit'],
];
const outputPaths = [
  ...['max_completion_tokens', 'max_output_tokens', 'outputTokenLimit'],
  ...['top_provider.max_completion_tokens'],
];
const titlePaths = ['display_name', 'displayName', 'title', 'name'];

const kinds: Readonly<Record<string, ModelKind>> = {
  embedding: 'embeddings',
  embeddings: 'embeddings',
  image: 'image',
};
const unserved = new Set(['audio', 'moderation', 'rerank', 'transcribe', 'video']);
const listMax = 100;
const modalitiesMax = 20;

/** Undefined: an entry without a name. */
export function readListedModel(
  item: unknown,
  priced: ListedPrices | undefined,
): ListedModel | undefined {
  if (!isFields(item)) return undefined;
  const name = asText(item['id']) ?? asText(item['name'])?.replace(/^models\//, '');
  if (name === undefined || name === '') return undefined;
  const kind = readKind(item, name);
  const architecture = asFields(item['architecture']);
  return {
    name,
    title: findValue(item, titlePaths, asText)?.replace(/^models\//, ''),
    kind,
    contextLength: findValue(item, contextPaths, asCount),
    maxCompletionTokens: findValue(item, outputPaths, asCount),
    inputModalities: asTexts(architecture['input_modalities'], modalitiesMax),
    outputModalities: asTexts(architecture['output_modalities'], modalitiesMax),
    supportedParameters: asTexts(item['supported_parameters'], listMax),
    prices: priced === undefined || kind === 'image' ? undefined : readPrices(item, priced),
  };
}

function readKind(item: Fields, name: string): ModelKind | undefined {
  const type = asText(item['type']) ?? '';
  if (unserved.has(type)) return undefined;
  return kinds[type] ?? (/embed/i.test(name) ? 'embeddings' : 'chat');
}

/**
 * A price of zero is not taken over: some lists have it for models that are not sold by tokens.
 * Undefined unless both the prompt and the completion have a price.
 */
function readPrices(item: Fields, paths: ListedPrices): ListedModel['prices'] {
  const prices = Object.fromEntries(
    priceNames.flatMap((name) => {
      const path = paths[name];
      const value = path === undefined ? undefined : readPath(item, path);
      const price = toPricePerMillion(value, paths.unit);
      return price === undefined ? [] : [[name, price] as const];
    }),
  );
  return 'prompt' in prices && 'completion' in prices ? prices : undefined;
}

function findValue<Value>(
  item: Fields,
  paths: readonly string[],
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  for (const path of paths) {
    const value = read(readPath(item, path));
    if (value !== undefined) return value;
  }
  return undefined;
}

function readPath(item: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => asFields(value)[name], item);
}

function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function asTexts(value: unknown, max: number): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((text) => typeof text === 'string').slice(0, max);
}
