import { createHash } from 'node:crypto';
import { createModelSchema } from '../catalog-schemas';
import type { ModelDocument } from '../catalog';
import type { StoredModel } from '../manage/catalog-book';
import type { PlannedDocument, PlannedRow } from '../planned-prices';
import { comparePrices, mergePrices, type PriceChange } from './compare-prices';
import type { ListedEntry, PriceList, SkippedEntry, SkippedField } from './listed-entry';
import { matchEntries, type MatchedEntry } from './match-entries';

/** The catalog as an import meets it. */
export interface ImportedCatalog {
  /** Also hidden ones. */
  readonly models: readonly StoredModel[];
  readonly aliases: ReadonlyMap<string, string>;
  readonly plans: readonly PlannedRow[];
  /** Routes with prices of their own. */
  readonly pricedRoutes: readonly { readonly id: string; readonly pattern: string }[];
}

export interface ImportOptions {
  readonly providers: ReadonlySet<string> | undefined;
  readonly addModels: boolean;
  /** Undefined: at once. */
  readonly effectiveAt: Date | undefined;
  readonly nowMs: number;
}

export interface ModelChange {
  readonly id: string;
  readonly listedAs: string;
  readonly outcome: 'new' | 'dearer' | 'cheaper' | 'changed' | 'unchanged';
  readonly prices: readonly PriceChange[];
  /** Only where it changes. */
  readonly deprecationDate?: { readonly before: string | null; readonly after: string };
  readonly skipped: readonly SkippedField[];
  /** Their prices stay: prices of routes replace those of the model. */
  readonly routesWithOwnPrices: readonly string[];
}

/** What is written: a new model, or other prices or another date of a known one. */
export interface ImportWrite {
  readonly row: StoredModel | undefined;
  readonly document: ModelDocument;
  readonly prices: PlannedDocument | undefined;
}

export interface ImportPlan {
  readonly changes: readonly ModelChange[];
  readonly gone: readonly { readonly id: string; readonly deprecationDate: string | null }[];
  readonly skipped: readonly SkippedEntry[];
  readonly writes: readonly ImportWrite[];
  readonly digest: string;
}

interface KnownModel {
  readonly row: StoredModel;
  /** Of this model, the earliest first. */
  readonly plans: readonly PlannedRow[];
  readonly routes: readonly string[];
}

interface Planned {
  readonly change: ModelChange;
  readonly write?: ImportWrite;
}

const providerOf = (id: string): string => id.slice(0, id.indexOf('/'));

/** Compares a list with the catalog; writes nothing. */
export function planImport(
  list: PriceList,
  catalog: ImportedCatalog,
  options: ImportOptions,
): ImportPlan {
  const byId = new Map(catalog.models.map((row) => [row.id, row]));
  const plans = Map.groupBy(catalog.plans, ({ model_id }) => model_id);
  const routes = Map.groupBy(catalog.pricedRoutes, ({ pattern }) => pattern);
  const names = { ids: new Set(byId.keys()), aliases: catalog.aliases };
  const { matched, skipped } = matchEntries(list.entries, names);
  const wanted = matched.filter(({ id }) => options.providers?.has(providerOf(id)) ?? true);
  const refused: SkippedEntry[] = [];
  const planned = wanted
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap((match): Planned[] => {
      const row = byId.get(match.id);
      const known = row && {
        row,
        plans: plans.get(match.id) ?? [],
        routes: (routes.get(match.id) ?? []).map(({ id }) => id),
      };
      const result = known ? planKnown(match, known, options) : planNew(match, options);
      if (!('reason' in result)) return [result];
      refused.push({ name: match.entry.name, reason: result.reason });
      return [];
    });
  const writes = planned.flatMap(({ write }) => write ?? []);
  return {
    changes: planned.map(({ change }) => change),
    gone: listGone(catalog.models, wanted),
    skipped: [...list.skipped, ...skipped, ...refused],
    writes,
    digest: makeDigest(writes, options),
  };
}

/** Everything that is written and what it replaces: equal digests are equal changes. */
function makeDigest(writes: readonly ImportWrite[], { effectiveAt }: ImportOptions): string {
  const content = writes.map(({ document, prices, row }) => [row?.document, document, prices]);
  const text = JSON.stringify([effectiveAt?.toISOString() ?? null, content]);
  return createHash('sha256').update(text).digest('hex');
}

/** Models of the providers that the list has, which it does not name. */
function listGone(models: readonly StoredModel[], matched: readonly MatchedEntry[]) {
  const named = new Set(matched.map(({ id }) => id));
  const providers = new Set(matched.map(({ id }) => providerOf(id)));
  return models
    .filter(({ document, hidden_at: hidden }) => hidden === null && document.enabled !== false)
    .filter(({ id }) => providers.has(providerOf(id)) && !named.has(id))
    .map(({ document, id }) => ({ id, deprecationDate: document.deprecationDate ?? null }));
}

function planNew(
  { entry, id }: MatchedEntry,
  { addModels, nowMs }: ImportOptions,
): Planned | { readonly reason: string } {
  const { deprecationDate, kind, prices, tiers } = entry;
  if (deprecationDate !== undefined && Date.parse(deprecationDate) <= nowMs)
    return { reason: `retired on ${deprecationDate}` };
  if (kind === undefined) return { reason: 'the gateway does not serve this kind of model' };
  const document = makeDocument(entry, id);
  if (document === undefined) return { reason: 'its name does not fit the ids of the catalog' };
  const added = comparePrices({ prices: {} }, { prices, tiers });
  const change: ModelChange = {
    ...{ id, listedAs: entry.name, outcome: 'new', prices: added, skipped: entry.skipped },
    routesWithOwnPrices: [],
  };
  return addModels
    ? { change, write: { row: undefined, document, prices: undefined } }
    : { change };
}

const titleCharactersMax = 200;

/** Undefined: the catalog does not take it. */
function makeDocument(entry: ListedEntry, id: string): ModelDocument | undefined {
  const { contextLength, deprecationDate, inputModalities, kind, maxCompletionTokens } = entry;
  const { outputModalities, prices, tiers } = entry;
  const title = entry.title.replace(/\p{Cc}+/gu, ' ').slice(0, titleCharactersMax);
  const given = {
    ...{ id, name: title === '' ? id : title, kind, prices, tiers, deprecationDate },
    ...{ contextLength, maxCompletionTokens, inputModalities, outputModalities },
  };
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return createModelSchema.safeParse(Object.fromEntries(named)).data;
}

function planKnown(
  { entry, id }: MatchedEntry,
  { plans, routes, row }: KnownModel,
  options: ImportOptions,
): Planned | { readonly reason: string } {
  if (row.hidden_at !== null) return { reason: `${id} is hidden in the catalog` };
  const before = findPrices(row, plans, options);
  const after = mergePrices(before, entry);
  const prices = comparePrices(before, after);
  const date = readDateChange(row, entry.deprecationDate, options.nowMs);
  const isRepriced = prices.length > 0;
  const kept = isRepriced ? listKept(before, entry.tiers, plans, options) : [];
  const change: ModelChange = {
    ...{ id, listedAs: entry.name, prices, outcome: rate(prices, date.change !== undefined) },
    ...(date.change === undefined ? {} : { deprecationDate: date.change }),
    skipped: [...entry.skipped, ...date.skipped, ...kept],
    routesWithOwnPrices: isRepriced ? routes : [],
  };
  if (change.outcome === 'unchanged') return { change };
  const document =
    date.change === undefined
      ? row.document
      : { ...row.document, deprecationDate: date.change.after };
  return { change, write: { row, document, prices: isRepriced ? after : undefined } };
}

/** The prices in force when those of the list come into force. */
function findPrices(
  { document }: StoredModel,
  plans: readonly PlannedRow[],
  { effectiveAt }: ImportOptions,
): PlannedDocument {
  const last = plans.findLast(
    (plan) => effectiveAt !== undefined && plan.effective_at <= effectiveAt,
  );
  const { prices, sizes, tiers } = (last?.document ?? document) as PlannedDocument;
  return {
    prices,
    ...(tiers === undefined ? {} : { tiers }),
    ...(sizes === undefined ? {} : { sizes }),
  };
}

/** A date that has passed would end the model at once: that is for an operator to say. */
function readDateChange(
  { document }: StoredModel,
  after: string | undefined,
  nowMs: number,
): { readonly change?: ModelChange['deprecationDate']; readonly skipped: readonly SkippedField[] } {
  const before = document.deprecationDate ?? null;
  if (after === undefined || after === before) return { skipped: [] };
  if (Date.parse(after) > nowMs) return { change: { before, after }, skipped: [] };
  const reason = `${after} has passed: retire the model yourself if it is gone`;
  return { skipped: [{ field: 'deprecationDate', reason }] };
}

function listKept(
  before: PlannedDocument,
  tiers: PlannedDocument['tiers'],
  plans: readonly PlannedRow[],
  { effectiveAt }: ImportOptions,
): SkippedField[] {
  const later = plans.find((plan) => effectiveAt === undefined || plan.effective_at > effectiveAt);
  const hasTiers = tiers === undefined && (before.tiers?.length ?? 0) > 0;
  return [
    ...(hasTiers
      ? [{ field: 'tiers', reason: 'the list has none: those of the catalog stay' }]
      : []),
    ...(later === undefined
      ? []
      : [
          {
            field: 'prices',
            reason: `planned prices replace them at ${later.effective_at.toISOString()}`,
          },
        ]),
  ];
}

function rate(prices: readonly PriceChange[], hasDate: boolean): ModelChange['outcome'] {
  const found = new Set(prices.map(({ change }) => change));
  if (found.size === 0) return hasDate ? 'changed' : 'unchanged';
  if (found.has('dearer') && !found.has('cheaper')) return 'dearer';
  return found.has('cheaper') && !found.has('dearer') ? 'cheaper' : 'changed';
}
