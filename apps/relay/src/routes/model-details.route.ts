import type { Request, RequestHandler, Response } from 'express';
import { getPathParameter, type Handlers } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import { hasPriceFor } from '@tollgate/pricing';
import type { z } from 'zod';
import type { DayMeasures } from '../call/attempt/route-observer';
import type { FindPolicy } from '../call/receive/receive-call';
import { listCandidates } from '../call/route/list-candidates';
import type { CatalogModel, CatalogSnapshot } from '../catalog/catalog';
import type { FoundModel } from '../catalog/names/find-by-slug';
import { listPricedVersions, type ListPriceVersions } from '../catalog/price-history';
import type { Candidate } from '../domain/candidate';
import { findAllowedModel } from './find-allowed-model';
import type {
  modelDetailOperations,
  modelEndpointSchema,
  modelEndpointsSchema,
  modelPricesSchema,
} from './model-details.operations';
import { describeFreeModel, describePublicModel } from './public-model';
import { answerTagged, tagBody } from './tagged-answer';

const versionsMax = 500;

export interface ModelDetailOptions {
  readonly getSnapshot: () => CatalogSnapshot;
  readonly findPolicy: FindPolicy;
  readonly listPriceVersions: ListPriceVersions;
  readonly isHealthy: (routeId: string) => boolean;
  readonly measureDay: (candidate: Candidate) => DayMeasures;
  readonly now?: () => number;
}

interface Asked extends FoundModel {
  readonly id: string;
  readonly snapshot: CatalogSnapshot;
  readonly nowMs: number;
}

/** Price history and providers of one model. */
export function createModelDetailHandlers(
  options: ModelDetailOptions,
): Handlers<typeof modelDetailOperations> {
  const { findPolicy, getSnapshot, now = Date.now } = options;
  const answer =
    (describe: (asked: Asked) => object | Promise<object>): RequestHandler =>
    async (request, response) => {
      const asked = await find(request, response);
      answerTagged(request, response, tagBody(JSON.stringify(await describe(asked))));
    };

  async function find(request: Request, response: Response): Promise<Asked> {
    const shared = { snapshot: getSnapshot(), nowMs: now() };
    const policy = await findPolicy(getIdentity(response));
    const found = findAllowedModel(getPathParameter(request, 'id'), { ...shared, policy });
    const id = found.isFree ? `${found.model.id}:free` : found.model.id;
    return { ...found, ...shared, id };
  }

  return {
    'GET /v1/models/{id}/prices': answer((asked) => describePrices(asked, options)),
    'GET /v1/models/{id}/endpoints': answer((asked) => describeEndpoints(asked, options)),
  };
}

async function describePrices(
  { id, isFree, model, nowMs, snapshot }: Asked,
  { listPriceVersions }: ModelDetailOptions,
): Promise<z.input<typeof modelPricesSchema>> {
  const versions = await listPriceVersions(model.id, versionsMax + 1);
  const shown = listPricedVersions(model, versions.slice(0, versionsMax), snapshot);
  return {
    id,
    object: 'list',
    data: shown.map(({ fromMs, model: listed, version }) => ({
      version: Number(version),
      from: new Date(fromMs).toISOString(),
      ...pickPrices(listed, { isFree, nowMs }),
    })),
    has_more: versions.length > versionsMax,
  };
}

function describeEndpoints(
  { id, isFree, model, nowMs, snapshot }: Asked,
  { isHealthy, measureDay }: ModelDetailOptions,
): z.input<typeof modelEndpointsSchema> {
  // Unpriced candidates are not called: they could not be charged.
  const candidates = listCandidates(model, snapshot).filter(({ prices }) =>
    hasPriceFor(prices, model.kind),
  );
  return {
    id,
    object: 'list',
    data: candidates.map((candidate) => ({
      ...describeRoute(candidate, { isFree, nowMs }),
      status: isHealthy(candidate.route.id) ? 'healthy' : 'isolated',
      ...describeDay(measureDay(candidate)),
    })),
  };
}

type Endpoint = z.input<typeof modelEndpointSchema>;
type Measures = 'latency_p50_ms' | 'tokens_per_second_p50' | 'uptime';

interface Shown {
  readonly isFree: boolean;
  readonly nowMs: number;
}

function describeRoute(
  { model, prices, route, target }: Candidate,
  shown: Shown,
): Omit<Endpoint, Measures | 'status'> {
  const document = { ...model.document, prices: { ...model.document.prices, ...route.prices } };
  return {
    provider: route.provider,
    context_length: route.contextLength ?? model.contextLength ?? null,
    max_completion_tokens: target.maxCompletionTokens ?? null,
    ...pickPrices({ ...model, document, prices }, shown),
    supported_parameters: [...target.supportedParameters],
  };
}

/** The prices as the model list shows them. */
function pickPrices(model: CatalogModel, { isFree, nowMs }: Shown) {
  const listed = (isFree ? describeFreeModel : describePublicModel)(model, nowMs);
  const { pricing, pricing_tiers, service_tiers, tool_pricing } = listed;
  return {
    pricing,
    ...(pricing_tiers && { pricing_tiers }),
    ...(tool_pricing && { tool_pricing }),
    ...(service_tiers && { service_tiers }),
  };
}

function describeDay(day: DayMeasures): Pick<Endpoint, Measures> {
  return {
    latency_p50_ms: round(day.latencyMs, 1),
    tokens_per_second_p50: round(day.tokensPerSecond, 1),
    uptime: round(day.uptime, 4),
  };
}

function round(value: number | undefined, digits: number): number | null {
  return value === undefined ? null : Number(value.toFixed(digits));
}
