import type { CatalogModel, CatalogSnapshot } from '../catalog';
import { makeVersionKey } from './name-index';

/** The catalog by URL slug: the id with hyphens for slashes. */
export interface SlugMap {
  readonly bySlug: ReadonlyMap<string, CatalogModel>;
  /** The same, with hyphens for the dots of versions. */
  readonly byVersionKey: ReadonlyMap<string, CatalogModel>;
  /** Models that cannot be reached by their slug, with the model that has it. */
  readonly collisions: readonly { readonly slug: string; readonly kept: string; lost: string }[];
}

const maps = new WeakMap<CatalogSnapshot, SlugMap>();

/** Built once per snapshot. */
export function readSlugMap(snapshot: CatalogSnapshot): SlugMap {
  let map = maps.get(snapshot);
  if (map === undefined) {
    map = buildSlugMap(snapshot);
    maps.set(snapshot, map);
  }
  return map;
}

function buildSlugMap({ models }: CatalogSnapshot): SlugMap {
  const bySlug = new Map<string, CatalogModel>();
  const byVersionKey = new Map<string, CatalogModel>();
  const collisions: SlugMap['collisions'][number][] = [];
  // The longer provider name is the more specific one, so it wins.
  const ordered = [...models.values()].sort(
    (left, right) => right.id.indexOf('/') - left.id.indexOf('/') || (left.id < right.id ? -1 : 1),
  );
  for (const model of ordered) {
    const slug = model.id.replaceAll('/', '-');
    const holder = bySlug.get(slug);
    if (holder === undefined) bySlug.set(slug, model);
    else collisions.push({ slug, kept: holder.id, lost: model.id });
    const versionKey = makeVersionKey(slug);
    if (!byVersionKey.has(versionKey)) byVersionKey.set(versionKey, model);
  }
  return { bySlug, byVersionKey, collisions };
}
