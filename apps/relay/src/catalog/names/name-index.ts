import type { CatalogModel, CatalogSnapshot } from '../catalog';

type Group = ReadonlyMap<string, readonly CatalogModel[]>;

/** The catalog by every equivalent spelling. */
export interface NameIndex {
  readonly byVersionKey: Group;
  readonly byUndatedKey: Group;
  readonly byBareKey: Group;
}

const indexes = new WeakMap<CatalogSnapshot, NameIndex>();

/** Built once per snapshot, when it is loaded, so that no call waits for it. */
export function readNameIndex(snapshot: CatalogSnapshot): NameIndex {
  let index = indexes.get(snapshot);
  if (index === undefined) {
    const models = [...snapshot.models.values()];
    index = {
      byVersionKey: groupBy(models, ({ id }) => makeVersionKey(id)),
      byUndatedKey: groupBy(models, ({ id }) => makeVersionKey(dropDate(id))),
      byBareKey: groupBy(models, ({ id }) => makeVersionKey(id.slice(id.indexOf('/') + 1))),
    };
    indexes.set(snapshot, index);
  }
  return index;
}

function groupBy(
  models: readonly CatalogModel[],
  makeKey: (model: CatalogModel) => string,
): Map<string, CatalogModel[]> {
  const groups = new Map<string, CatalogModel[]>();
  for (const model of models) {
    const key = makeKey(model);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [model]);
    else group.push(model);
  }
  return groups;
}

/** `claude-sonnet-4.5` equals `claude-sonnet-4-5`; `gpt-41` does not equal `gpt-4.1`. */
export function makeVersionKey(name: string): string {
  return name.toLowerCase().replace(/(?<=\d)[._](?=\d)/g, '-');
}

export function dropDate(name: string): string {
  return name.replace(/(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|@[\w.-]+)$/, '');
}

/** The catalog by URL slug: the id with hyphens for slashes. */
interface SlugMap {
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
