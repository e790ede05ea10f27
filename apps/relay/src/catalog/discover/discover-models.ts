import { findCredentialsFault } from '@tollgate/cloud-auth';
import { AppError } from '@tollgate/errors';
import { findProviderRow } from '@tollgate/provider-table';
import { isSameOrigin, type SecretBox } from '@tollgate/secret-box';
import type { DiscoverModels } from '../catalog-schemas';
import type { ProviderKeyRow } from '../catalog-rows';
import type { CatalogBulk, CatalogReader, CatalogTransactions } from '../manage/catalog-book';
import type { OperatorContext } from '../manage/run-catalog-command';
import { chooseAccount } from './choose-account';
import type { ListProviderModels } from './list-provider-models';
import { offerModel, type OfferedModel } from './offer-model';
import { readListedModel, type ListedModel } from './read-listed-model';

export interface DiscoveredModel extends OfferedModel {
  readonly inCatalog: boolean;
}

export interface Discovery {
  readonly provider: string;
  readonly baseUrl: string;
  /** How many the provider lists. */
  readonly total: number;
  /** The first of them. */
  readonly items: readonly DiscoveredModel[];
}

export type DiscoverProviderModels = (
  context: OperatorContext,
  wanted: DiscoverModels,
) => Promise<Discovery>;

const modelsMax = 1_000;
const keysMax = 1_000;

export interface DiscoverOptions {
  readonly reader: Pick<CatalogReader, 'listProviderKeys'> & {
    readonly bulk: Pick<CatalogBulk, 'findModels'>;
  };
  readonly transactions: CatalogTransactions;
  readonly secrets: SecretBox;
  readonly listModels: ListProviderModels;
}

/**
 * Lists the models of a provider as entries of the catalog; nothing is written. Raises:
 * missing_required_field, unsupported_param, upstream_auth_failed, upstream_unreachable,
 * upstream_unavailable, timeout.
 */
export function createDiscoverModels(options: DiscoverOptions): DiscoverProviderModels {
  const { listModels, reader, secrets, transactions } = options;
  return async (context, wanted) => {
    const { provider } = wanted;
    const row = findProviderRow(provider);
    const stored = await findKey(reader, provider);
    const account = chooseAccount(wanted, { row, stored, secrets });
    const fault = findCredentialsFault(account.protocol, account.apiKey, account.base_url);
    if (fault !== undefined) {
      throw new AppError('unsupported_param', { message: `apiKey: ${fault}`, param: 'apiKey' });
    }
    const listed = readAll(await listModels(account), row?.listedPrices);
    const isItsHost = stored !== undefined && isSameOrigin(stored.base_url, account.base_url);
    const providerKeyId = isItsHost ? stored.id : undefined;
    const offers = listed
      .slice(0, modelsMax)
      .map((model) => offerModel(model, { provider, row, providerKeyId }));
    const known = await findKnown(reader.bulk, offers);
    const items = offers.map((offer) => ({
      ...offer,
      inCatalog: offer.model !== null && known.has(offer.model.id),
    }));
    const result = { provider, baseUrl: account.base_url, total: listed.length, items };
    await recordDiscovery(transactions, context, result);
    return result;
  };
}

async function findKey(
  reader: DiscoverOptions['reader'],
  provider: string,
): Promise<ProviderKeyRow | undefined> {
  const keys = await reader.listProviderKeys({ after: '', limit: keysMax });
  const own = keys.filter((key) => key.provider === provider);
  return own.find(({ enabled }) => enabled) ?? own[0];
}

/** Each name once. */
function readAll(
  items: readonly unknown[],
  prices: Parameters<typeof readListedModel>[1],
): readonly ListedModel[] {
  const byName = new Map<string, ListedModel>();
  for (const item of items) {
    const model = readListedModel(item, prices);
    if (model !== undefined && !byName.has(model.name)) byName.set(model.name, model);
  }
  return [...byName.values()];
}

/** A hidden model is not in the catalog: creating it lists it again. */
async function findKnown(
  bulk: Pick<CatalogBulk, 'findModels'>,
  offers: readonly OfferedModel[],
): Promise<ReadonlySet<string>> {
  const ids = offers.flatMap(({ model }) => (model === null ? [] : [model.id]));
  const rows = ids.length === 0 ? [] : await bulk.findModels(ids);
  return new Set(rows.filter((row) => row.hidden_at === null).map(({ id }) => id));
}

async function recordDiscovery(
  transactions: CatalogTransactions,
  context: OperatorContext,
  { baseUrl, provider, total }: Discovery,
): Promise<void> {
  await transactions.run((_book, recordAudit) =>
    recordAudit({
      ...context,
      action: 'admin.provider_key.discover',
      target: { type: 'provider', id: provider },
      before: undefined,
      after: { baseUrl, total },
    }),
  );
}
