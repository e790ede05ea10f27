import type { ProviderRow } from '@tollgate/provider-table';
import { createModelSchema, type CreateModel, type CreateRoute } from '../catalog-schemas';
import type { ListedModel } from './read-listed-model';

/** A model of a provider as the operations of the catalog take it. */
export interface OfferedModel {
  readonly upstreamModel: string;
  /** Whether the list of the provider contains its prices. */
  readonly priced: boolean;
  /** Body of the operation that creates it; null: the gateway cannot serve it. */
  readonly model: CreateModel | null;
  /** Body of the operation that routes it to the provider; null without a stored key. */
  readonly route: CreateRoute | null;
}

const titleCharactersMax = 200;
const partStart = /^[^a-z0-9~]+/;

export function offerModel(
  listed: ListedModel,
  options: {
    readonly provider: string;
    readonly row: ProviderRow | undefined;
    readonly providerKeyId: string | undefined;
  },
): OfferedModel {
  const { providerKeyId } = options;
  const model = makeModel(listed, makeCatalogId(listed.name, options));
  const route =
    model === null || providerKeyId === undefined
      ? null
      : { pattern: model.id, providerKeyId, upstreamModel: listed.name };
  return {
    upstreamModel: listed.name,
    priced: listed.prices !== undefined,
    model,
    route,
  };
}

/** Prices that are not known are null, so that nothing is sold before an operator sets them. */
function makeModel(listed: ListedModel, id: string): CreateModel | null {
  const { kind, maxCompletionTokens, name, prices, title } = listed;
  if (kind === undefined) return null;
  const shown = (title ?? name).replace(/\p{Cc}+/gu, ' ').slice(0, titleCharactersMax);
  const { contextLength, inputModalities, outputModalities, supportedParameters } = listed;
  const made = createModelSchema.safeParse({
    id,
    name: shown === '' ? id : shown,
    kind,
    prices: prices ?? { prompt: null, completion: null },
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(maxCompletionTokens === undefined ? {} : { maxCompletionTokens }),
    ...(inputModalities === undefined ? {} : { inputModalities }),
    ...(outputModalities === undefined ? {} : { outputModalities }),
    ...(supportedParameters === undefined ? {} : { supportedParameters }),
  });
  return made.success ? made.data : null;
}

/**
 * Ids of the catalog are in lower case and begin with the prefix of the provider's pattern; an
 * aggregator has the ids of the makers.
 */
function makeCatalogId(
  name: string,
  { provider, row }: { readonly provider: string; readonly row: ProviderRow | undefined },
): string {
  const parts = name
    .toLowerCase()
    .replace(/[^a-z0-9._:@~/-]+/g, '-')
    .split('/')
    .map((part) => part.replace(partStart, ''))
    .filter((part) => part !== '');
  const isWhole = row?.isAggregator === true && parts.length > 1;
  const prefix = row?.pattern?.replace(/\/\*$/, '') ?? provider;
  return (isWhole ? parts : [prefix, ...parts]).join('/');
}
