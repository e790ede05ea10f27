import { planAuto } from '../domain/auto-router/plan-auto';
import type { CatalogSnapshot } from '../domain/catalog';
import type { ModelPlan, PlanRequest } from '../domain/model-plan';
import { resolveModel } from '../domain/resolve-model';

const autoName = /^auto(:free)?$/;

/** The models that a caller means, in the order to try them. Raises: unknown_model. */
export function planModels(
  { request }: { readonly request: PlanRequest },
  snapshot: CatalogSnapshot,
): ModelPlan {
  const { apiType, requestedModel } = request;
  const auto = autoName.exec(requestedModel.trim().toLowerCase());
  if (auto !== null)
    return planAuto(request, snapshot, { isFreeOnly: auto[1] !== undefined, isOnline: false });
  const model = resolveModel(requestedModel, snapshot, { allowsBareNames: apiType === 'chat' });
  return {
    models: [{ model }],
    headers: {},
    isAuto: false,
    tier: undefined,
    sort: undefined,
    isOnline: false,
    isFreeOnly: false,
  };
}
