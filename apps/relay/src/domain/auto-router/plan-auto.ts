import { AppError } from '@tollgate/errors';
import type { CatalogModel, CatalogSnapshot } from '../catalog';
import type { ModelPlan, PlanRequest } from '../model-plan';
import { listModalities, takesInputs } from '../list-modalities';
import { findListedModel } from '../read-prices';
import { isRetired } from '../retirement';
import { chooseTier } from './choose-tier';
import { readRouteView } from './read-route-view';
import type { RouteView } from './route-view';
import { makeAutoTierKey, type AutoTier } from './tiers';

export interface AutoWish {
  /** `auto:free`: the table of free models. */
  readonly isFreeOnly: boolean;
  /** The name asked for a search of the web. */
  readonly isOnline: boolean;
}

/**
 * The models that the router chooses for a request: those of its tier that can do what is asked.
 * Raises: no_route, when the tier is switched off or none of its models will do.
 */
export function planAuto(
  request: PlanRequest,
  snapshot: CatalogSnapshot,
  wish: AutoWish,
): ModelPlan {
  const view = readRouteView(request, wish);
  const tier = chooseTier(view);
  const inputs = listModalities(request.body);
  const row = snapshot.autoTiers.get(makeAutoTierKey(wish.isFreeOnly ? 'free' : 'paid', tier));
  if (row?.enabled === false) {
    throw new AppError('no_route', { message: `Auto tier ${tier} is disabled` });
  }
  const models = (row === undefined ? [] : listModels(row, snapshot)).filter(
    (model) =>
      canServe(model, view) &&
      takesInputs(model, inputs) &&
      (!wish.isFreeOnly || isFree(model, snapshot)),
  );
  if (models.length === 0) {
    throw new AppError('no_route', {
      message: `No model of the auto tier ${tier} can serve this request`,
    });
  }
  return {
    models: preferLarge(models, view).map((model) => ({ model })),
    headers: { 'x-tollgate-auto-tier': tier },
    isAuto: true,
    tier,
    sort: undefined,
    isOnline: wish.isOnline,
    isFreeOnly: wish.isFreeOnly,
  };
}

function listModels(row: AutoTier, snapshot: CatalogSnapshot): CatalogModel[] {
  const nowMs = Date.now();
  const ids = row.primary === null ? row.fallbacks : [row.primary, ...row.fallbacks];
  return [...new Set(ids)]
    .flatMap((id) => snapshot.models.get(id) ?? [])
    .filter((model) => !isRetired(model, nowMs) && findListedModel(model, snapshot) !== undefined);
}

function isFree(model: CatalogModel, { freeTiers }: CatalogSnapshot): boolean {
  return freeTiers.get(model.id)?.enabled === true;
}

/** Without those that are too small for the prompt, unless all are: then it is cut or refused. */
function preferLarge(models: readonly CatalogModel[], view: RouteView): readonly CatalogModel[] {
  if (models.every(({ contextLength }) => contextLength === undefined)) return models;
  const tokens = view.estimatePromptTokens();
  const large = models.filter(({ contextLength = Infinity }) => contextLength >= tokens);
  return large.length > 0 ? large : models;
}

/** Only a model that says what it can do is held to it. */
function canServe(model: CatalogModel, view: RouteView): boolean {
  const { outputModalities, supportedParameters = [] } = model.document;
  if (model.kind !== 'chat') return false;
  const isGiven = !view.wantsImage || (outputModalities?.includes('image') ?? true);
  const lacksTools = supportedParameters.length > 0 && !supportedParameters.includes('tools');
  return isGiven && !(view.tools.length > 0 && lacksTools);
}
