import express, { type Express } from 'express';
import {
  assignRequestId,
  createErrorHandler,
  mountOperations,
  notFoundHandler,
  traceRequests,
} from '@tollgate/http';
import type { IdempotencyStore } from '@tollgate/idempotency';
import { requireIdentity, requireOperator, type IdentityVerifier } from '@tollgate/identity';
import type { Logger } from '@tollgate/observability';
import { noteRefusals, type RefusalLog } from '@tollgate/refusals';
import { noTracer, type Tracer } from '@tollgate/tracing';
import type { CatalogSnapshot } from './catalog/catalog';
import { speechEndpoint } from './endpoints/audio/speech.endpoint';
import { transcriptionsEndpoint } from './endpoints/audio/transcriptions.endpoint';
import type { RelayedEndpoints } from './endpoints/relayed-endpoints';
import type { CountTokens } from './call/count-tokens';
import type { EstimateCall } from './call/estimate-call';
import type { RelayCall } from './call/relay-call';
import type { WatchedRoute } from './call/attempt/route-observer';
import { createAliasHandlers } from './routes/admin-aliases.route';
import { createModelHandlers } from './routes/admin-models.route';
import { createPriceHandlers, type PriceDesk } from './routes/admin-prices.route';
import {
  createProviderKeyHandlers,
  type ProviderKeyDesk,
} from './routes/admin-provider-keys.route';
import { createRouteHandlers } from './routes/admin-routes.route';
import { createTierHandlers } from './routes/admin-tiers.route';
import {
  createCountTokensRoute,
  createInferenceRoute,
  createEstimateRoute,
} from './routes/inference.route';
import { createImageEditsRoute } from './routes/image-edits.route';
import { createImageModelsRoute } from './routes/image-models.route';
import { createImageProxyRoute } from './images/image-proxy.route';
import { createModelDetailHandlers, type ModelDetailOptions } from './routes/model-details.route';
import { createModelListHandlers } from './routes/models.route';
import { operations } from './routes/operations';
import type { FindPolicy } from './call/receive/receive-call';
import { createRouteHealthHandlers } from './routes/route-health.route';
import { createTranscriptionsRoute } from './routes/transcriptions.route';
import type {
  AliasReader,
  CatalogReader,
  PlanReader,
  TierReader,
} from './catalog/manage/catalog-book';
import type { OpenImage } from './images/open-image';
import type { ImportModels } from './catalog/manage/import-models';
import type { ManageAliases } from './catalog/manage/manage-aliases';
import type { ManageModels } from './catalog/manage/manage-models';
import type { ManageRoutes } from './catalog/manage/manage-routes';
import type { ManageTiers } from './catalog/manage/manage-tiers';

export interface AppOptions {
  readonly verifier: IdentityVerifier;
  readonly logger: Logger;
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer | undefined;
  readonly refusals: Pick<RefusalLog, 'note'>;
  readonly relayCall: RelayCall;
  readonly findPolicy: FindPolicy;
  readonly endpoints: RelayedEndpoints;
  readonly images: { readonly openImage: OpenImage; readonly keys: readonly Buffer[] };
  readonly estimateCall: EstimateCall;
  readonly countTokens: CountTokens;
  readonly getSnapshot: () => CatalogSnapshot;
  readonly catalog: CatalogReader & {
    readonly aliases: AliasReader;
    readonly plans: PlanReader;
  };
  readonly models: ManageModels;
  readonly importModels: ImportModels;
  readonly aliases: ManageAliases;
  readonly prices: PriceDesk;
  readonly providerKeys: ProviderKeyDesk;
  readonly routes: ManageRoutes;
  readonly modelDetails: Omit<ModelDetailOptions, 'findPolicy' | 'getSnapshot'>;
  readonly listRouteHealth: () => readonly WatchedRoute[];
  readonly tiers: { readonly reader: TierReader; readonly manage: ManageTiers };
  readonly idempotency: IdempotencyStore;
}

/** Every middleware and route of the relay, in order. */
export function createApp(options: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(assignRequestId);
  traceRequests(app, options.tracer ?? noTracer);
  app.use(requireIdentity(options.verifier));

  const { catalog, findPolicy, getSnapshot, idempotency, relayCall } = options;
  const { completions, embeddings, images, messages } = options.endpoints;
  const { moderations, rerank, responses } = options.endpoints;
  const chat = createInferenceRoute(options.endpoints.chat, relayCall, findPolicy);
  const { keys, openImage } = options.images;
  app.use('/api/admin', requireOperator);
  mountOperations(app, operations, {
    'POST /v1/chat/completions': chat,
    'POST /v1/cursor/chat/completions': chat,
    'POST /v1/responses': createInferenceRoute(responses, relayCall, findPolicy),
    'POST /v1/messages': createInferenceRoute(messages, relayCall, findPolicy),
    'POST /v1/messages/count_tokens': createCountTokensRoute(options.countTokens, findPolicy),
    'POST /v1/completions': createInferenceRoute(completions, relayCall, findPolicy),
    'POST /v1/embeddings': createInferenceRoute(embeddings, relayCall, findPolicy),
    'POST /v1/rerank': createInferenceRoute(rerank, relayCall, findPolicy),
    'POST /v1/moderations': createInferenceRoute(moderations, relayCall, findPolicy),
    'POST /v1/images/generations': createInferenceRoute(images, relayCall, findPolicy),
    'POST /v1/images/edits': createImageEditsRoute({
      endpoint: images,
      relayCall,
      findPolicy,
      getSnapshot,
    }),
    'GET /v1/images/proxy/{token}': createImageProxyRoute(openImage, keys),
    'GET /v1/images/models': createImageModelsRoute(getSnapshot, findPolicy),
    'POST /v1/audio/speech': createInferenceRoute(speechEndpoint, relayCall, findPolicy),
    'POST /v1/audio/transcriptions': createTranscriptionsRoute({
      endpoint: transcriptionsEndpoint,
      relayCall,
      findPolicy,
    }),
    'POST /v1/estimate': createEstimateRoute(options.estimateCall, findPolicy),
    ...createModelDetailHandlers({ getSnapshot, findPolicy, ...options.modelDetails }),
    ...createModelListHandlers(getSnapshot, findPolicy),
    ...createModelHandlers(
      catalog,
      { manage: options.models, importModels: options.importModels },
      idempotency,
    ),
    ...createAliasHandlers(catalog.aliases, options.aliases, idempotency),
    ...createPriceHandlers(catalog.plans, options.prices, idempotency),
    ...createProviderKeyHandlers(catalog, options.providerKeys, idempotency),
    ...createRouteHandlers(catalog, options.routes, idempotency),
    ...createRouteHealthHandlers(options.listRouteHealth),
    ...createTierHandlers(options.tiers.reader, options.tiers.manage),
  });

  app.use(notFoundHandler);
  app.use(noteRefusals(options.refusals, options.logger));
  app.use(createErrorHandler({ logger: options.logger }));
  return app;
}
