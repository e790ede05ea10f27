import { AppError } from '@tollgate/errors';
import type { CatalogSnapshot } from '../catalog';
import type { ModelPlan, PlanRequest } from '../model-plan';

export interface AutoWish {
  /** `auto:free`: the table of free models. */
  readonly isFreeOnly: boolean;
  /** The name asked for a search of the web. */
  readonly isOnline: boolean;
}

/** The models that the router chooses for a request. Raises: unknown_model. */
export function planAuto(
  request: PlanRequest,
  _snapshot: CatalogSnapshot,
  _wish: AutoWish,
): ModelPlan {
  throw new AppError('unknown_model', {
    message: `Model ${request.requestedModel} is not in the catalog`,
    param: 'model',
  });
}
