import type { CallerPolicy } from '@tollgate/policy';
import type { CatalogSnapshot } from '../catalog/catalog';
import { findBySlug, makeModelNotFoundError, type FoundModel } from '../catalog/names/find-by-slug';

/**
 * The model of a URL slug. Raises: model_not_found, also for a model that the caller's organization
 * does not allow; model_retired.
 */
export function findAllowedModel(
  slug: string,
  options: {
    readonly snapshot: CatalogSnapshot;
    readonly nowMs: number;
    readonly policy: CallerPolicy;
  },
): FoundModel {
  const found = findBySlug(slug, options.snapshot, options.nowMs);
  if (options.policy.allowsModel?.(found.model.id) === false) throw makeModelNotFoundError(slug);
  return found;
}
