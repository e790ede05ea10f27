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
