import type { Database } from '@tollgate/postgres';
import type { Logger } from '@tollgate/observability';
import type { ModelFamily } from '@tollgate/model-spec';
import {
  modelFamilies,
  type CatalogModel,
  type ProviderRoute,
  type CatalogSnapshot,
} from '../catalog';
import { makeAutoTierKey } from '../tiers';
import { readPlannedPrices } from '../planned-prices';
import { readPrices } from '../read-prices';
import { readAutoTier, readFreeTier } from '../tier-rows';
import type { TierReader } from '../manage/catalog-book';
import { readSlugMap } from '../names/name-index';
import { CatalogStore } from './catalog-store';
import { RowCache } from './row-cache';
import { findModels, findRoutes, listModelVersions, listRouteVersions } from './snapshot-rows';
import type { ModelRow, ProviderKeyRow, RouteRow } from '../catalog-rows';
import type { SecretBox } from '@tollgate/secret-box';

/** More than any catalog that operators maintain. */
const rowsMax = 50_000;
const collisionsShown = 10;
const everything = { after: '', limit: rowsMax };

/**
 * Loads the whole catalog at one version, parsed. Only changed rows are read again: parsing
 * thousands of models would block the event loop.
 */
export function createSnapshotLoader(
  database: Database,
  secrets: SecretBox,
  logger: Logger,
): () => Promise<CatalogSnapshot> {
  const modelCache = new RowCache(readModel);
  let keys: ReadonlyMap<string, ProviderKeyRow> = new Map();
  let openKey = createKeyOpener(secrets);
  const routeCache = new RowCache((row: RouteRow) => readPlacedRoute(row, keys, openKey, logger));

  return () =>
    database.withTransaction(
      async (transaction) => {
        const store = new CatalogStore(transaction);
        const version = await store.readVersion();
        keys = new Map((await store.listProviderKeys(everything)).map((key) => [key.id, key]));
        openKey = createKeyOpener(secrets);
        const models = await modelCache.read(await listModelVersions(transaction, rowsMax), (ids) =>
          findModels(transaction, ids),
        );
        const routes = await routeCache.read(await listRouteVersions(transaction, rowsMax), (ids) =>
          findRoutes(transaction, ids),
        );
        const callable = new Map(
          models
            .filter((model) => model.document.enabled !== false)
            .map((model) => [model.id, model]),
        );
        const snapshot = {
          version,
          models: callable,
          routes: groupRoutes(routes),
          defaultRoutes: listDefaultRoutes(keys, openKey, logger),
          aliases: new Map(
            (await store.aliases.list(everything)).map(({ model, name }) => [name, model]),
          ),
          ...(await loadTiers(store.tiers)),
          planned: readPlannedPrices(await store.plans.listByTime(rowsMax), callable),
        };
        warnOfCollisions(snapshot, logger);
        return snapshot;
      },
      { isolation: 'repeatable read' },
    );
}

function warnOfCollisions(snapshot: CatalogSnapshot, logger: Logger): void {
  const { collisions } = readSlugMap(snapshot);
  if (collisions.length === 0) return;
  logger.warn('models share a slug', { collisions: collisions.slice(0, collisionsShown) });
}

async function loadTiers(
  tiers: TierReader,
): Promise<Pick<CatalogSnapshot, 'autoTiers' | 'freeTiers'>> {
  const auto = (await tiers.listAutoTiers()).map(readAutoTier);
  const free = (await tiers.listFreeTiers(everything)).map(readFreeTier);
  return {
    autoTiers: new Map(auto.map((row) => [makeAutoTierKey(row.table, row.tier), row])),
    freeTiers: new Map(free.filter(({ enabled }) => enabled).map((row) => [row.model, row])),
  };
}

function readModel(row: ModelRow): CatalogModel {
  const { document } = row;
  return {
    id: row.id,
    name: document.name,
    kind: document.kind,
    family: readFamily(row.id, document.family),
    contextLength: document.contextLength ?? undefined,
    maxCompletionTokens: document.maxCompletionTokens ?? undefined,
    prices: readPrices(document, row.price_version),
    document,
    createdAtMs: readCreation(row),
  };
}

/** The maker's date if it is known: clients sort models by age. */
function readCreation({ created_at, document }: ModelRow): number {
  return document.releaseDate == null ? created_at.getTime() : Date.parse(document.releaseDate);
}

/**
 * By the provider in the id unless the operator has set it; OpenAI's own models always are
 * `openai`.
 */
function readFamily(id: string, given: ModelFamily | undefined): ModelFamily {
  const provider = id.slice(0, id.indexOf('/'));
  if (provider === 'openai') return 'openai';
  return given ?? modelFamilies.find((family) => family === provider) ?? 'other';
}

type OpenKey = (key: ProviderKeyRow) => string;

/** Hundreds of routes share a key: it is decrypted once. */
function createKeyOpener(secrets: SecretBox): OpenKey {
  const opened = new Map<string, string>();
  return (key) => {
    const text = opened.get(key.id) ?? secrets.open(key.key_ciphertext, key.id);
    opened.set(key.id, text);
    return text;
  };
}

interface PlacedRoute {
  readonly pattern: string;
  /** Undefined: its key cannot be decrypted. */
  readonly route: ProviderRoute | undefined;
}

function readPlacedRoute(
  row: RouteRow,
  keys: ReadonlyMap<string, ProviderKeyRow>,
  openKey: OpenKey,
  logger: Logger,
): PlacedRoute {
  const key = keys.get(row.provider_key_id);
  return { pattern: row.pattern, route: key && readRoute(row, key, openKey, logger) };
}

function groupRoutes(placed: readonly PlacedRoute[]): Map<string, ProviderRoute[]> {
  const groups = new Map<string, ProviderRoute[]>();
  for (const { pattern, route } of placed) {
    if (route === undefined) continue;
    const group = groups.get(pattern);
    if (group === undefined) groups.set(pattern, [route]);
    else group.push(route);
  }
  for (const routes of groups.values())
    routes.sort((left, right) => left.priority - right.priority);
  return groups;
}

/** A default key serves models without a route, under their own name and at their own prices. */
function listDefaultRoutes(
  keys: ReadonlyMap<string, ProviderKeyRow>,
  openKey: OpenKey,
  logger: Logger,
): ProviderRoute[] {
  return [...keys.values()]
    .filter((key) => key.enabled && key.is_default)
    .flatMap((key) => {
      const { id, protocol } = key;
      const row = { id, protocol, upstream_model: null, priority: 1, weight: 1, preferences: {} };
      return readRoute(row, key, openKey, logger) ?? [];
    });
}

type RoutedRow = Pick<
  RouteRow,
  'id' | 'preferences' | 'priority' | 'protocol' | 'upstream_model' | 'weight'
>;

function readRoute(
  row: RoutedRow,
  key: ProviderKeyRow,
  openKey: OpenKey,
  logger: Logger,
): ProviderRoute | undefined {
  try {
    return {
      id: row.id,
      provider: key.provider,
      protocol: row.protocol,
      baseUrl: key.base_url,
      apiKey: openKey(key),
      headers: key.headers,
      upstreamModel: row.upstream_model ?? undefined,
      priority: row.priority,
      weight: row.weight * key.weight,
      quantization: row.preferences.quantization?.toLowerCase(),
      dataCollection: row.preferences.dataCollection ?? 'deny',
      prices: row.preferences.prices ?? null,
      supportedParameters: row.preferences.supportedParameters ?? undefined,
      contextLength: row.preferences.contextLength ?? undefined,
      maxCompletionTokens: row.preferences.maxCompletionTokens ?? undefined,
    };
  } catch (error) {
    // One unreadable key must not make the whole catalog fail.
    logger.error('provider key not decrypted', { providerKeyId: key.id, error });
    return undefined;
  }
}
