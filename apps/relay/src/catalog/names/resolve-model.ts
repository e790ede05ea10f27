import { AppError } from '@tollgate/errors';
import type { CatalogModel, CatalogSnapshot, ModelKind } from '../catalog';
import { dropDate, makeVersionKey, readNameIndex } from './name-index';
import { isRetired, makeRetiredError } from '../retirement';
import { noNameOptions, splitSuffixes, type NameOptions } from './split-suffixes';
import { findWildcardModel } from './wildcard-model';

export interface ResolveOptions {
  /** Chat also accepts a name without its provider, when only one model has it. */
  readonly allowsBareNames: boolean;
  /** Prefixes that some clients add to every model. */
  readonly clientPrefixes?: readonly string[];
  /** The kind of a model that only a wildcard route serves. */
  readonly kind?: ModelKind;
  readonly nowMs?: number;
}

/** Names without a model of their own: the router chooses. */
export type ReservedName = 'auto' | 'auto:free';

export interface ResolvedName extends NameOptions {
  readonly target: CatalogModel | ReservedName;
}

export const defaultClientPrefixes: readonly string[] = ['tollgate/', 'tollgate-'];
/** Names whose provider is well known. */
const knownProviders = [
  [/^(?:gpt-|chatgpt-|codex-|o[134](?:$|-))/, 'openai'],
  [/^claude-/, 'anthropic'],
] as const;
const candidatesShown = 10;
const nameShown = 100;

/** The model of a name and the options in its suffixes. Raises: unknown_model, model_retired. */
export function resolveName(
  requested: string,
  snapshot: CatalogSnapshot,
  options: ResolveOptions,
): ResolvedName {
  const nowMs = options.nowMs ?? Date.now();
  const exact = snapshot.models.get(requested);
  if (exact !== undefined) {
    const isFreeOnly = requested.endsWith(':free');
    return { ...noNameOptions, isFreeOnly, target: refuseRetired(exact, nowMs) };
  }
  const name = requested
    .trim()
    .toLowerCase()
    .replace(/\[1m\]$/, '');
  const active = new NameSearch(snapshot, options, (model) => !isRetired(model, nowMs));
  // Retired models last: a name that still matches an active model means that one.
  const found = active.find(name) ?? new NameSearch(snapshot, options, () => true).find(name);
  if (typeof found?.target === 'object') refuseRetired(found.target, nowMs);
  if (found !== undefined) return found;
  const { spellings, ...nameOptions } = splitSuffixes(name);
  const unlisted = findWildcardModel(spellings.at(-1) ?? '', snapshot, options.kind ?? 'chat');
  if (unlisted !== undefined) return { ...nameOptions, target: unlisted };
  throw makeUnknownError(requested, active.listAmbiguous(name));
}

function refuseRetired(model: CatalogModel, nowMs: number): CatalogModel {
  if (isRetired(model, nowMs)) throw makeRetiredError(model);
  return model;
}

function makeUnknownError(requested: string, bare: readonly CatalogModel[]): AppError {
  const ids = bare.map(({ id }) => id).sort();
  const candidates = ids.slice(0, candidatesShown);
  const name = requested.slice(0, nameShown);
  const message =
    candidates.length === 0
      ? `Model ${name} is not in the catalog`
      : `Model ${name} is one of ${candidates.join(', ')}: name its provider`;
  return new AppError('unknown_model', {
    message,
    param: 'model',
    ...(candidates.length === 0 ? {} : { metadata: { candidates } }),
  });
}

/** A search among some models of the catalog. */
class NameSearch {
  readonly #snapshot: CatalogSnapshot;
  readonly #options: ResolveOptions;
  readonly #accepts: (model: CatalogModel) => boolean;

  constructor(
    snapshot: CatalogSnapshot,
    options: ResolveOptions,
    accepts: (model: CatalogModel) => boolean,
  ) {
    this.#snapshot = snapshot;
    this.#options = options;
    this.#accepts = accepts;
  }

  /** As it is written, then without the client's prefix. */
  find(name: string): ResolvedName | undefined {
    for (const written of this.#listWritten(name)) {
      const { spellings, ...nameOptions } = splitSuffixes(written);
      const target = this.#findSpelling(spellings) ?? this.#findBare(spellings);
      if (target === 'auto:free') return { ...nameOptions, target, isFreeOnly: true };
      if (target !== undefined) return { ...nameOptions, target };
    }
    return undefined;
  }

  /** The models that a name without a provider may mean, when there are several. */
  listAmbiguous(name: string): readonly CatalogModel[] {
    return this.#listWritten(name)
      .flatMap((written) => splitSuffixes(written).spellings)
      .map((spelling) => this.#listBare(spelling))
      .reduce((longest, list) => (list.length > longest.length ? list : longest), []);
  }

  #listWritten(name: string): string[] {
    const { clientPrefixes = defaultClientPrefixes } = this.#options;
    const prefix = clientPrefixes.find((candidate) => name.startsWith(candidate));
    return prefix === undefined ? [name] : [name, name.slice(prefix.length)];
  }

  #findSpelling(spellings: readonly string[]): ResolvedName['target'] | undefined {
    for (const spelling of spellings) {
      const target =
        this.#findReserved(spelling) ??
        this.#findFull(spelling) ??
        this.#findFull(addProvider(spelling));
      if (target !== undefined) return target;
    }
    return undefined;
  }

  #findReserved(spelling: string): ReservedName | undefined {
    const name = this.#snapshot.models.has(spelling)
      ? spelling
      : (this.#snapshot.aliases.get(spelling) ?? spelling);
    return name === 'auto' || name === 'auto:free' ? name : undefined;
  }

  /**
   * The exact id, an alias, the same version, then without its date; an ambiguous name matches
   * nothing.
   */
  #findFull(name: string | undefined): CatalogModel | undefined {
    if (name === undefined) return undefined;
    const { aliases, models } = this.#snapshot;
    const { byUndatedKey, byVersionKey } = readNameIndex(this.#snapshot);
    const undated = makeVersionKey(dropDate(name));
    return (
      models.get(name) ??
      models.get(aliases.get(name) ?? '') ??
      this.#pickOnly(byVersionKey.get(makeVersionKey(name))) ??
      this.#pickOnly(byVersionKey.get(undated)) ??
      this.#pickOnly(byUndatedKey.get(undated))
    );
  }

  #findBare(spellings: readonly string[]): CatalogModel | undefined {
    for (const spelling of spellings) {
      const [first, ...others] = this.#listBare(spelling);
      if (first !== undefined && others.length === 0) return first;
    }
    return undefined;
  }

  #listBare(spelling: string): readonly CatalogModel[] {
    if (!this.#options.allowsBareNames || spelling.includes('/')) return [];
    const models = readNameIndex(this.#snapshot).byBareKey.get(makeVersionKey(spelling));
    return (models ?? []).filter(this.#accepts);
  }

  #pickOnly(models: readonly CatalogModel[] = []): CatalogModel | undefined {
    const [first, ...others] = models.filter(this.#accepts);
    return others.length === 0 ? first : undefined;
  }
}

function addProvider(name: string): string | undefined {
  if (name.includes('/')) return undefined;
  const provider = knownProviders.find(([pattern]) => pattern.test(name))?.[1];
  return provider === undefined ? undefined : `${provider}/${name}`;
}
