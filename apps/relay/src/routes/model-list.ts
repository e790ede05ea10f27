import { encodeCursor, pickSorted, type SortedPage } from '@tollgate/http';
import type { AllowsModel } from '@tollgate/policy';
import type { CatalogModel, CatalogSnapshot } from '../catalog/catalog';
import { findListedModel } from '../catalog/read-prices';
import { isRetired } from '../catalog/retirement';
import { describeFreeModel, describePublicModel } from './public-model';
import { publicCursors, type PublicSort } from './public-sorts';
import { tagBody, type TaggedBody } from './tagged-answer';

export interface ListFilter {
  /** Any of these; 'all': no filter. */
  readonly modalities: readonly string[] | 'all';
  /** All of these. */
  readonly parameters: readonly string[];
  /** Left out: every model. */
  readonly allowsModel?: AllowsModel | null;
}

interface Entry {
  readonly id: string;
  /** In lower case, as the search compares it. */
  readonly name: string;
  readonly numbers: Readonly<Record<Exclude<PublicSort, 'id' | 'name'>, number>>;
  readonly text: string;
  readonly modalities: readonly string[];
  readonly parameters: readonly string[];
}

interface Lists {
  /** Models retire at midnight, without a change of the catalog. */
  readonly day: number;
  readonly entries: readonly Entry[];
  readonly bodies: Map<string, TaggedBody>;
}

const dayMs = 86_400_000;
/** Callers choose the filters: no more than this many lists are cached. */
const bodiesMax = 64;
const lists = new WeakMap<CatalogSnapshot, Lists>();

/** The list of models, cached per snapshot, day and filter. */
export function readModelList(
  snapshot: CatalogSnapshot,
  filter: ListFilter,
  nowMs: number,
): TaggedBody {
  const { bodies, entries } = readLists(snapshot, nowMs);
  // Lists of organizations are not cached: there are too many.
  if (filter.allowsModel) return writeBody(entries.filter((entry) => matches(entry, filter)));
  const key = JSON.stringify([filter.modalities, filter.parameters]);
  let body = bodies.get(key);
  if (body === undefined) {
    body = writeBody(entries.filter((entry) => matches(entry, filter)));
    if (bodies.size < bodiesMax) bodies.set(key, body);
  }
  return body;
}

/** One page, which is not cached: callers choose what they search. */
export function readModelPage(
  snapshot: CatalogSnapshot,
  filter: ListFilter,
  page: SortedPage<PublicSort>,
  nowMs: number,
): TaggedBody {
  const text = page.search?.toLowerCase();
  const entries = readLists(snapshot, nowMs).entries.filter(
    (entry) => matches(entry, filter) && (text === undefined || isFound(entry, text)),
  );
  const found = pickEntries(entries, { ...page, limit: page.limit + 1 });
  const shown = found.slice(0, page.limit);
  const last = found.length > shown.length ? shown.at(-1) : undefined;
  const nextCursor = last === undefined ? null : encodeCursor(publicCursors, page, last.position);
  return writeBody(
    shown.map(({ item }) => item.entry),
    { nextCursor },
  );
}

function isFound({ id, name }: Entry, text: string): boolean {
  return id.toLowerCase().includes(text) || name.includes(text);
}

function pickEntries(entries: readonly Entry[], page: SortedPage<PublicSort>) {
  const { sort } = page;
  if (sort === 'id' || sort === 'name') {
    const texts = entries.map((entry) => ({ id: entry.id, value: entry[sort], entry }));
    return pickSorted(texts, page, String);
  }
  const numbers = entries.map((entry) => ({ id: entry.id, value: entry.numbers[sort], entry }));
  return pickSorted(numbers, page, Number);
}

function readLists(snapshot: CatalogSnapshot, nowMs: number): Lists {
  const day = Math.floor(nowMs / dayMs);
  let known = lists.get(snapshot);
  if (known?.day !== day) {
    known = { day, entries: listEntries(snapshot, nowMs), bodies: new Map() };
    lists.set(snapshot, known);
  }
  return known;
}

function listEntries(snapshot: CatalogSnapshot, nowMs: number): Entry[] {
  const { freeTiers, models } = snapshot;
  return [...models.values()]
    .filter((model) => !isRetired(model, nowMs))
    .flatMap((model) => findListedModel(model, snapshot) ?? [])
    .flatMap((model) => {
      const paid = makeEntry(model, describePublicModel(model, nowMs));
      const isFreeToo = freeTiers.has(model.id) && !models.has(`${model.id}:free`);
      return isFreeToo ? [paid, makeEntry(model, describeFreeModel(model, nowMs))] : [paid];
    })
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}

function makeEntry(
  { document, kind }: CatalogModel,
  shown: ReturnType<typeof describePublicModel>,
): Entry {
  const modalities = shown.architecture.output_modalities;
  return {
    id: shown.id,
    name: shown.name.toLowerCase(),
    numbers: {
      created: shown.created,
      context_length: shown.context_length ?? 0,
      prompt_price: Number(shown.pricing.prompt),
      completion_price: Number(shown.pricing.completion),
    },
    text: JSON.stringify(shown),
    // Only chat models answer a plain chat call: `text` is removed from the others.
    modalities: kind === 'chat' ? modalities : modalities.filter((word) => word !== 'text'),
    parameters: document.supportedParameters ?? [],
  };
}

function matches(entry: Entry, { allowsModel, modalities, parameters }: ListFilter): boolean {
  return (
    allowsModel?.(entry.id) !== false &&
    (modalities === 'all' || modalities.some((word) => entry.modalities.includes(word))) &&
    parameters.every((word) => entry.parameters.includes(word))
  );
}

function writeBody(
  entries: readonly Entry[],
  page?: { readonly nextCursor: string | null },
): TaggedBody {
  const first = JSON.stringify(entries[0]?.id ?? null);
  const last = JSON.stringify(entries.at(-1)?.id ?? null);
  const data = entries.map(({ text }) => text).join(',');
  const hasMore = page !== undefined && page.nextCursor !== null;
  const ends = `"has_more":${hasMore},"first_id":${first},"last_id":${last}`;
  const next = page === undefined ? '' : `,"nextCursor":${JSON.stringify(page.nextCursor)}`;
  return tagBody(`{"object":"list","data":[${data}],${ends}${next}}`);
}
