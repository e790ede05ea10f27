import { AppError } from '@tollgate/errors';
import type { CatalogModel, CatalogSnapshot } from '../../../catalog/catalog';
import type { ModelPlan, PlanRequest } from '../../../domain/model-plan';
import { listModalities, takesInputs } from '../../../domain/list-modalities';
import { findListedModel } from '../../../catalog/read-prices';
import { isRetired } from '../../../catalog/retirement';
import { chooseTier } from './choose-tier';
import { readRouteView, type RouteView } from './read-route-view';
import {
  listTiersFrom,
  makeAutoTierKey,
  type AutoTable,
  type AutoTier,
  type AutoTierName,
} from '../../../catalog/tiers';

/** The options in the name `auto`. */
export interface AutoNameOptions {
  /** `auto:free`: the table of free models. */
  readonly isFreeOnly: boolean;
  /** The name asked for web search. */
  readonly isOnline: boolean;
}

export interface AutoOptions {
  /** Whether a provider key of the platform or of the organization serves this model. */
  readonly canReach: (model: CatalogModel) => boolean;
}

/**
 * The models that the router chooses for a request: those of its tier that can do what is asked and
 * have a provider, else those of the next such tier. Raises no_route when the tier is disabled or
 * no model fits.
 */
export function planAuto(
  request: PlanRequest,
  snapshot: CatalogSnapshot,
  options: AutoNameOptions,
  { canReach }: AutoOptions = { canReach: () => true },
): ModelPlan {
  const view = readRouteView(request, options);
  const wanted = chooseTier(view);
  const table = options.isFreeOnly ? 'free' : 'paid';
  const inputs = listModalities(request.body);
  const listFitting = (row: AutoTier): CatalogModel[] =>
    listModels(row, snapshot).filter(
      (model) =>
        canServe(model, view) &&
        takesInputs(model, inputs) &&
        (!options.isFreeOnly || isFree(model, snapshot)),
    );
  const unreached: string[] = [];
  for (const tier of listTiersFrom(wanted)) {
    const row = snapshot.autoTiers.get(makeAutoTierKey(table, tier));
    if (row?.enabled === false && tier === wanted)
      throw new AppError('no_route', { message: `Auto tier ${tier} is disabled` });
    if (row?.enabled !== true) continue;
    const fitting = listFitting(row);
    const models = fitting.filter(canReach);
    if (models.length > 0) return makePlan(preferLarge(models, view), tier, options);
    unreached.push(...fitting.map(({ id }) => id));
  }
  throw makeNoModelError(wanted, table, unreached);
}

function makePlan(
  models: readonly CatalogModel[],
  tier: AutoTierName,
  options: AutoNameOptions,
): ModelPlan {
  return {
    models: models.map((model) => ({ model })),
    headers: { 'x-tollgate-auto-tier': tier },
    isAuto: true,
    tier,
    sort: undefined,
    isOnline: options.isOnline,
    isFreeOnly: options.isFreeOnly,
  };
}

/** A longer list would hide the remedy. */
const namesShown = 3;

function makeNoModelError(
  tier: AutoTierName,
  table: AutoTable,
  unreached: readonly string[],
): AppError {
  const remedy =
    unreached.length === 0
      ? 'Name a model instead of auto'
      : `${[...new Set(unreached)].slice(0, namesShown).join(', ')} and the like have no ` +
        'provider key. Name a model instead of auto, or set a provider key such as OPENAI_API_KEY';
  return new AppError('no_route', {
    message:
      `No model of the auto tier ${tier} can serve this request. ${remedy}; operators choose ` +
      `the models with PUT /api/admin/auto-tiers/${table}/${tier}.`,
  });
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

/**
 * Drops the models that are too small for the prompt, unless all are: then the prompt is cut or
 * refused.
 */
function preferLarge(models: readonly CatalogModel[], view: RouteView): readonly CatalogModel[] {
  if (models.every(({ contextLength }) => contextLength === undefined)) return models;
  const tokens = view.estimatePromptTokens();
  const large = models.filter(({ contextLength = Infinity }) => contextLength >= tokens);
  return large.length > 0 ? large : models;
}

/** A model that lists nothing is assumed to support everything. */
function canServe(model: CatalogModel, view: RouteView): boolean {
  const { outputModalities, supportedParameters = [] } = model.document;
  if (model.kind !== 'chat') return false;
  const isGiven = !view.wantsImage || (outputModalities?.includes('image') ?? true);
  const lacksTools = supportedParameters.length > 0 && !supportedParameters.includes('tools');
  return isGiven && !(view.tools.length > 0 && lacksTools);
}
