import { AppError } from '@tollgate/errors';
import { hasPriceFor, type TokenWork } from '@tollgate/pricing';
import type { Candidate } from '../../domain/candidate';
import type { CatalogModel, CatalogSnapshot } from '../../catalog/catalog';
import { keepPricedExtras, keepSentExtras } from '../../domain/check-extras';
import { filterCandidates } from './filter-candidates';
import { measureOutput } from './measure-output';
import { measureWork } from './measure-work';
import type { ModelPlan } from '../../domain/model-plan';
import {
  cutFallbacks,
  orderCandidates,
  putUnhealthyLast,
  sortCandidates,
  type OrderOptions,
  type RouteKnowledge,
} from './order-candidates';
import { makeNotPricedError } from '../../catalog/read-prices';
import { readPreferences } from './route-preferences';
import { readSearchWish } from '../../domain/web-search';
import type { InferenceRequest } from '../../domain/endpoint';
import { listByokCandidates, type OpenByokKey } from './byok-candidates';
import { checkAllowed } from './check-allowed';
import {
  addSearch,
  addPluginForTool,
  asksByTool,
  measureSearch,
  type EngineTerms,
} from './choose-search';
import { listCandidates } from './list-candidates';
import { planModels, routedTypes } from './plan-models';
import { searchTheWeb } from './search-the-web';
import { makeTestCandidate } from './test-candidate';
import type { CallCandidate, RoutedCall } from './routed-call';
import type { ParsedCall } from '../receive/received-call';

/** Everything that the choice depends on beside the call. */
export interface Routing {
  readonly snapshot: CatalogSnapshot;
  readonly clientPrefixes: readonly string[];
  readonly knowledge: RouteKnowledge;
  /** The provider route that has the prompt of this call in its cache. */
  readonly findSticky: (call: ParsedCall, model: CatalogModel) => string | undefined;
  readonly random: () => number;
  readonly openByokKey: OpenByokKey;
  /** Base of the simulator for test keys; undefined: they are refused. */
  readonly testModeUrl: string | undefined;
  /** Left out: the gateway has no search engine of its own. */
  readonly searchEngine?: EngineTerms | undefined;
}

const candidatesMax = 6;

/** For estimates, counts and jobs, which attempt nothing themselves: they probe no route. */
export function withoutProbes(routing: Routing): Routing {
  return { ...routing, knowledge: { ...routing.knowledge, isProbeDue: () => false } };
}

/**
 * The candidates of a call, in the order to try them. Models that cannot serve the request are
 * skipped while another can. Pure: looks at the health of routes and changes nothing. Raises:
 * unknown_model, model_retired, model_not_priced, no_route, unsupported_param, model_not_allowed,
 * forbidden, and whatever the first model cannot do.
 */
export function chooseRoute(received: ParsedCall, routing: Routing): RoutedCall {
  const { knowledge, snapshot } = routing;
  const plan = planModels(received, snapshot, routing);
  const call = plan.isOnline ? searchTheWeb(received) : received;
  const preferences = readPreferences(call.request.body);
  const sort = preferences.sort ?? plan.sort;
  const order = { ...routing, preferences, sort, stickyRouteId: undefined };
  const groups = routeModels(call, { plan, routing, order });
  const all = groups.flat();
  const isMixed = sort !== undefined && !preferences.sortsEachModel;
  const sorted = isMixed ? sortCandidates(all, sort, order) : all;
  const ordered = groups.length > 1 ? putUnhealthyLast(sorted, knowledge) : sorted;
  const isLed = preferences.order.length > 0 || ordered[0]?.byok !== undefined;
  const probed = isLed ? ordered : putProbeFirst(ordered, knowledge);
  const [first, ...rest] = probed.slice(0, candidatesMax);
  if (first === undefined) throw new AppError('no_route');
  return { ...call, plan, candidates: [first, ...rest] };
}

/** The candidates of each model. Raises the first error when no model has any. */
function routeModels(
  call: ParsedCall,
  choice: Omit<ModelChoice, 'model'>,
): readonly (readonly CallCandidate[])[] {
  const groups: (readonly CallCandidate[])[] = [];
  let reason: AppError | undefined;
  for (const { model } of choice.plan.models) {
    try {
      groups.push(routeModel(call, { ...choice, model }));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      reason ??= error;
    }
  }
  if (groups.length === 0) throw reason ?? new AppError('no_route');
  return groups;
}

/** Only with other candidates behind it: the caller must not notice that the probe failed. */
function putProbeFirst(
  candidates: readonly CallCandidate[],
  knowledge: RouteKnowledge,
): readonly CallCandidate[] {
  const [first] = candidates;
  if (first === undefined || candidates.length < 2 || !knowledge.isHealthy(first.route.id))
    return candidates;
  const probe = candidates.find(({ route }) => knowledge.isProbeDue(route.id));
  return probe === undefined
    ? candidates
    : [{ ...probe, isProbe: true }, ...candidates.filter((candidate) => candidate !== probe)];
}

interface ModelChoice {
  readonly model: CatalogModel;
  readonly plan: ModelPlan;
  readonly routing: Routing;
  readonly order: OrderOptions;
}

function routeModel(
  call: ParsedCall,
  { model, order, plan, routing }: ModelChoice,
): readonly CallCandidate[] {
  const request = call.request.fitTo(model);
  checkAllowed(call, model);
  const work = measureWork(request, model);
  const units = request.measureUnits?.(model, { ...work, usesWeb: false });
  const face = {
    ulid: call.ulid,
    model: model.id,
    requestId: call.requestId,
    createdAtSeconds: Math.floor(call.startedAtMs / 1_000),
  };
  if (call.caller.kind === 'test_key') {
    const candidate = makeTestCandidate(call, model, routing.testModeUrl);
    return [complete(candidate, false)];
  }
  const { isStrict, candidates: own } = listByokCandidates(call, model, routing);
  const searching = equipSearch(own, request, work, routing);
  const isOnline = plan.isOnline && work.usesWeb;
  const candidates = isOnline ? searching.filter(({ search }) => search) : searching;
  if (isStrict && own.length > 0 && candidates.length === 0)
    throw new AppError('no_route', { message: `No provider of ${model.id} is left by :online` });
  const left = isStrict ? candidates : [...candidates, ...listPlatformCandidates()];
  return left
    .slice(0, candidatesMax)
    .map((candidate) =>
      complete(
        candidate,
        candidate.byok !== undefined &&
          !isStrict &&
          !routing.knowledge.isHealthy(candidate.route.id),
      ),
    );

  function complete(candidate: Candidate, isProbe: boolean): CallCandidate {
    const measured = units === undefined ? measureText(request, candidate, work) : { work, units };
    return { ...candidate, request, face, ...measured, isProbe };
  }

  /** Errors of platform routes are ignored while the organization has its own candidates. */
  function listPlatformCandidates(): readonly Candidate[] {
    try {
      return orderPlatformCandidates(call, { request, work }, { model, order, plan, routing });
    } catch (error) {
      if (candidates.length > 0 && error instanceof AppError) return [];
      throw error;
    }
  }
}

/** Calls that ask for no search stay as they are. */
function equipSearch(
  candidates: readonly Candidate[],
  { apiType, body, extras }: InferenceRequest,
  { usesWeb }: TokenWork,
  { searchEngine: engine }: Routing,
): readonly Candidate[] {
  const hasTool = apiType === 'messages' && asksByTool(extras);
  if (!usesWeb && !hasTool) return candidates;
  const { deniesDataCollection } = readPreferences(body);
  const terms = { apiType, deniesDataCollection, engine, extras, wish: readSearchWish(body) };
  const isConversation = routedTypes.has(apiType);
  return candidates.map((candidate) => {
    const searching = usesWeb ? addSearch(candidate, terms) : addPluginForTool(candidate, terms);
    // Other requests have neither tools nor a place for results: they can only be passed on.
    return isConversation || searching.search?.kind === 'plugins' ? searching : candidate;
  });
}

/**
 * A provider route may have its own output maximum; only some routes search the web or accept
 * extras.
 */
function measureText(
  request: InferenceRequest,
  candidate: Candidate,
  asked: TokenWork,
): Pick<CallCandidate, 'output' | 'work'> {
  const calls = request.countCalls?.(candidate) ?? 1;
  const sent = { ...asked, calls, extras: keepSentExtras(candidate, request) };
  const work = measureSearch(sent, candidate);
  if (request.limitOutput === undefined) return { work };
  const output = measureOutput(request, candidate, work.promptTokens);
  return { work: { ...work, outputTokens: output.mostTokens }, output };
}

interface FittedRequest {
  readonly request: InferenceRequest;
  readonly work: TokenWork;
}

function orderPlatformCandidates(
  call: ParsedCall,
  { request, work }: FittedRequest,
  { model, order, plan, routing }: ModelChoice,
): readonly Candidate[] {
  const known = listCandidates(model, routing.snapshot);
  const priced = known.filter(({ prices }) => hasPriceFor(prices, model.kind));
  if (priced.length === 0) throw makeNoCandidateError(model, known);
  const payable = keepPricedExtras(equipSearch(priced, request, work, routing), request);
  const isOnline = plan.isOnline && work.usesWeb;
  const needs = {
    body: request.body,
    promptTokens: work.promptTokens,
    isOnline,
    isConversation: routedTypes.has(request.apiType),
  };
  const fitting = filterCandidates(payable, order.preferences, needs);
  const stickyRouteId = fitting.length > 1 ? routing.findSticky(call, model) : undefined;
  const ordered = orderCandidates(fitting, { ...order, stickyRouteId });
  const left = cutFallbacks(ordered, order.preferences);
  if (left.length === 0)
    throw new AppError('no_route', {
      message: `No provider of ${model.id} is left by provider.order`,
    });
  return left;
}

/** Skip unpriced candidates: they could not be charged. */
function makeNoCandidateError(model: CatalogModel, unpriced: readonly Candidate[]): AppError {
  if (unpriced.length > 0 || !hasPriceFor(model.prices, model.kind)) {
    return makeNotPricedError(model);
  }
  return new AppError('no_route', { message: `No upstream is configured for ${model.id}` });
}
