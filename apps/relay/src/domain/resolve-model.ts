import { AppError } from '@tollgate/errors';
import type { CatalogModel, CatalogSnapshot } from './catalog';

export interface ResolveOptions {
  /** Chat also takes a name without its provider, when only one model has it. */
  readonly allowsBareNames: boolean;
}

/** Some clients put their own name in front of every model. */
const clientPrefixes = ['tollgate/', 'tollgate-'] as const;
/** Names whose provider everybody knows. */
const knownProviders = [
  [/^(?:gpt-|chatgpt-|codex-|o[134](?:$|-))/, 'openai'],
  [/^claude-/, 'anthropic'],
] as const;
const candidatesShown = 10;
const nameShown = 100;

/** The model that a caller means by a name. Raises: unknown_model. */
export function resolveModel(
  requested: string,
  snapshot: CatalogSnapshot,
  { allowsBareNames }: ResolveOptions,
): CatalogModel {
  const exact = snapshot.models.get(requested);
  if (exact !== undefined) return exact;
  const name = requested
    .trim()
    .toLowerCase()
    .replace(/\[1m\]$/, '');
  const index = readIndex(snapshot);
  const found = findByName(name, index) ?? findBehindPrefix(name, index);
  if (found !== undefined) return found;
  const bare = allowsBareNames ? findBare(name, index) : [];
  if (bare.length === 1 && bare[0] !== undefined) return bare[0];
  throw new AppError('unknown_model', {
    message: describeMiss(requested, bare),
    param: 'model',
    ...(bare.length > 1 ? { metadata: { candidates: listIds(bare) } } : {}),
  });
}

function describeMiss(requested: string, bare: readonly CatalogModel[]): string {
  const name = requested.slice(0, nameShown);
  if (bare.length === 0) return `Model ${name} is not in the catalog`;
  return `Model ${name} is one of ${listIds(bare).join(', ')}: name its provider`;
}

function listIds(models: readonly CatalogModel[]): string[] {
  return models
    .map(({ id }) => id)
    .sort()
    .slice(0, candidatesShown);
}

/** The catalog by every spelling that counts as the same. */
interface NameIndex {
  readonly models: ReadonlyMap<string, CatalogModel>;
  readonly byVersionKey: ReadonlyMap<string, readonly CatalogModel[]>;
  readonly byUndatedKey: ReadonlyMap<string, readonly CatalogModel[]>;
  readonly byBareKey: ReadonlyMap<string, readonly CatalogModel[]>;
}

const indexes = new WeakMap<CatalogSnapshot, NameIndex>();

function readIndex(snapshot: CatalogSnapshot): NameIndex {
  let index = indexes.get(snapshot);
  if (index === undefined) {
    const models = [...snapshot.models.values()];
    index = {
      models: snapshot.models,
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

/** `claude-sonnet-4.5` and `claude-sonnet-4-5` are one; `gpt-41` is not `gpt-4.1`. */
export function makeVersionKey(name: string): string {
  return name.toLowerCase().replace(/(?<=\d)[._](?=\d)/g, '-');
}

function dropDate(name: string): string {
  return name.replace(/(?:-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|@[\w.-]+)$/, '');
}

function findByName(name: string, index: NameIndex): CatalogModel | undefined {
  return (
    findFull(name, index) ??
    (name.includes('/') ? undefined : findFull(addProvider(name) ?? '', index))
  );
}

/** The exact id, then the same version, then without its date; two that fit are none. */
function findFull(
  name: string,
  { byUndatedKey, byVersionKey, models }: NameIndex,
): CatalogModel | undefined {
  const undated = makeVersionKey(dropDate(name));
  return (
    models.get(name) ??
    findOnly(byVersionKey.get(makeVersionKey(name))) ??
    findOnly(byVersionKey.get(undated)) ??
    findOnly(byUndatedKey.get(undated))
  );
}

function findOnly(models: readonly CatalogModel[] | undefined): CatalogModel | undefined {
  return models?.length === 1 ? models[0] : undefined;
}

function addProvider(name: string): string | undefined {
  const provider = knownProviders.find(([pattern]) => pattern.test(name))?.[1];
  return provider === undefined ? undefined : `${provider}/${name}`;
}

function findBehindPrefix(name: string, index: NameIndex): CatalogModel | undefined {
  const prefix = clientPrefixes.find((candidate) => name.startsWith(candidate));
  return prefix === undefined ? undefined : findByName(name.slice(prefix.length), index);
}

function findBare(name: string, { byBareKey }: NameIndex): readonly CatalogModel[] {
  if (name.includes('/')) return [];
  const prefix = clientPrefixes.find((candidate) => name.startsWith(candidate)) ?? '';
  const rest = name.slice(prefix.length);
  return byBareKey.get(makeVersionKey(name)) ?? byBareKey.get(makeVersionKey(rest)) ?? [];
}
