import { createHash } from 'node:crypto';
import type { AllowsModel } from '@tollgate/policy';
import type { CatalogModel, CatalogSnapshot } from '../catalog/catalog';
import { findListedModel } from '../catalog/read-prices';
import { isRetired } from '../catalog/retirement';
import { describeFreeModel, describePublicModel } from './public-model';

export interface ListFilter {
  /** Any of these; 'all': no filter. */
  readonly modalities: readonly string[] | 'all';
  /** All of these. */
  readonly parameters: readonly string[];
  /** Left out: every model. */
  readonly allowsModel?: AllowsModel | null;
}

export interface ListBody {
  readonly text: string;
  readonly etag: string;
}

interface Entry {
  readonly id: string;
  readonly text: string;
  readonly modalities: readonly string[];
  readonly parameters: readonly string[];
}

interface Lists {
  /** Models retire at midnight, without a change of the catalog. */
  readonly day: number;
  readonly entries: readonly Entry[];
  readonly bodies: Map<string, ListBody>;
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
): ListBody {
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

function writeBody(entries: readonly Entry[]): ListBody {
  const first = JSON.stringify(entries[0]?.id ?? null);
  const last = JSON.stringify(entries.at(-1)?.id ?? null);
  const data = entries.map(({ text }) => text).join(',');
  const text = `{"object":"list","data":[${data}],"has_more":false,"first_id":${first},"last_id":${last}}`;
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}
