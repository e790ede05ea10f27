import { AppError } from '@tollgate/errors';
import type { CatalogModel, CatalogSnapshot } from '../catalog';
import { makeVersionKey, readSlugMap } from './name-index';
import { resolveName } from './resolve-model';
import { isRetired, makeRetiredError } from '../retirement';

export interface FoundModel {
  readonly model: CatalogModel;
  /** The slug of its free tier was requested. */
  readonly isFree: boolean;
}

const freeSuffix = ':free';
const slugShown = 100;

/** The model of a URL slug, in any spelling. Raises: model_not_found, model_retired. */
export function findBySlug(slug: string, snapshot: CatalogSnapshot, nowMs: number): FoundModel {
  const wanted = slug.trim().toLowerCase();
  const found = findEntry(wanted, snapshot) ?? findByName(wanted, snapshot, nowMs);
  if (found === undefined) throw makeModelNotFoundError(slug);
  if (isRetired(found.model, nowMs)) throw makeRetiredError(found.model);
  return found;
}

export function makeModelNotFoundError(slug: string): AppError {
  return new AppError('model_not_found', {
    message: `Model ${slug.slice(0, slugShown)} not found`,
  });
}

function findEntry(wanted: string, snapshot: CatalogSnapshot): FoundModel | undefined {
  const exact = findSpelled(wanted, snapshot);
  if (exact !== undefined) return { model: exact, isFree: false };
  if (!wanted.endsWith(freeSuffix)) return undefined;
  const model = findSpelled(wanted.slice(0, -freeSuffix.length), snapshot);
  if (model === undefined || !snapshot.freeTiers.has(model.id)) return undefined;
  return { model, isFree: true };
}

function findSpelled(wanted: string, snapshot: CatalogSnapshot): CatalogModel | undefined {
  const { bySlug, byVersionKey } = readSlugMap(snapshot);
  return (
    snapshot.models.get(wanted) ?? bySlug.get(wanted) ?? byVersionKey.get(makeVersionKey(wanted))
  );
}

/** Names that calls may use: aliases, dated names, well-known names. */
function findByName(
  wanted: string,
  snapshot: CatalogSnapshot,
  nowMs: number,
): FoundModel | undefined {
  // A free variant is not the paid model.
  if (wanted.endsWith(freeSuffix)) return undefined;
  try {
    const { target } = resolveName(wanted, snapshot, { allowsBareNames: false, nowMs });
    if (typeof target === 'string' || target.isUnlisted === true) return undefined;
    return { model: target, isFree: false };
  } catch (error) {
    if (error instanceof AppError && error.reason === 'unknown_model') return undefined;
    throw error;
  }
}
