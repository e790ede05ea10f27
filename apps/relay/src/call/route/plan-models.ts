import { AppError } from '@tollgate/errors';
import type { CallerPolicy } from '@tollgate/policy';
import { planAuto } from './auto-router/plan-auto';
import type { CatalogModel, CatalogSnapshot, ModelKind } from '../../catalog/catalog';
import { plannedModelsMax, type ModelPlan, type PlanRequest } from '../../domain/model-plan';
import {
  resolveName,
  type ResolvedName,
  type ResolveOptions,
} from '../../catalog/names/resolve-model';
import { listCandidates } from './list-candidates';

/** The router chooses among conversation models. */
export const routedTypes: ReadonlySet<string> = new Set(['chat', 'responses', 'messages']);

/** Endpoints whose clients know models by names without a provider. */
const bareNameTypes: ReadonlySet<string> = new Set(['chat', 'completions']);

/** The kind of a model that only a wildcard route serves. */
const kindOf: Readonly<Partial<Record<string, ModelKind>>> = {
  embeddings: 'embeddings',
  rerank: 'rerank',
  moderations: 'moderation',
  videos: 'video',
};

export interface PlanOptions {
  readonly clientPrefixes?: readonly string[];
}

/**
 * The models of a request, in the order to try them: `model`, then `models`. A retired model is
 * skipped while another is left. Raises: unknown_model, model_retired.
 */
export function planModels(
  { policy, request }: { readonly request: PlanRequest; readonly policy?: CallerPolicy },
  snapshot: CatalogSnapshot,
  options: PlanOptions = {},
): ModelPlan {
  const { clientPrefixes } = options;
  const resolve: ResolveOptions = {
    ...(clientPrefixes && { clientPrefixes }),
    allowsBareNames: bareNameTypes.has(request.apiType),
    kind: kindOf[request.apiType] ?? 'chat',
  };
  const [first, ...others] = resolveNames(listNames(request), snapshot, resolve);
  const { target, ...nameOptions } = first;
  if (typeof target === 'string') {
    if (!routedTypes.has(request.apiType)) throw makeReservedError(target);
    const canReach = (model: CatalogModel): boolean =>
      listCandidates(model, snapshot).length > 0 ||
      policy?.byokKeys.some(({ upstreamModels }) => upstreamModels.has(model.id)) === true;
    const plan = planAuto(request, snapshot, nameOptions, { canReach });
    return { ...plan, sort: nameOptions.sort ?? plan.sort };
  }
  const models = new Set([target, ...others.flatMap((other) => readModel(other.target))]);
  return {
    models: [...models].map((model) => ({ model })),
    headers: {},
    isAuto: false,
    tier: undefined,
    ...nameOptions,
  };
}

/** An unknown name is always an error; a retired one only when nothing else is left. */
function resolveNames(
  names: readonly string[],
  snapshot: CatalogSnapshot,
  options: ResolveOptions,
): [ResolvedName, ...ResolvedName[]] {
  const resolved: ResolvedName[] = [];
  let retired: AppError | undefined;
  for (const name of names) {
    try {
      resolved.push(resolveName(name, snapshot, options));
    } catch (error) {
      if (!(error instanceof AppError) || error.reason !== 'model_retired') throw error;
      retired ??= error;
    }
  }
  const [first, ...others] = resolved;
  if (first === undefined) throw retired ?? new AppError('unknown_model', { param: 'model' });
  return [first, ...others];
}

/** `auto` must come first: as a fallback it would choose without the reason of the failure. */
function readModel(target: CatalogModel | string): CatalogModel[] {
  if (typeof target === 'string') throw makeReservedError(target);
  return [target];
}

function makeReservedError(name: string): AppError {
  return AppError.forParam('unknown_model', 'model', `Model ${name} cannot be used here`);
}

function listNames({ body, requestedModel }: PlanRequest): string[] {
  const models = Array.isArray(body['models']) ? body['models'] : [];
  const names = models.filter((name) => typeof name === 'string');
  return [...new Set([requestedModel, ...names])].slice(0, plannedModelsMax);
}
