import type { CatalogSnapshot } from './domain/catalog';
import type { ByokHealth } from './health/byok-health';
import { createCancelNote } from './holds/notes';
import type { Routing } from './pipeline/choose-route';
import { createCountTokens, type CountTokens } from './pipeline/count-tokens';
import { createRelayCall, type RelayCall } from './pipeline/relay-call';
import { createRelayMetrics } from './pipeline/relay-metrics';
import type { ReviewTools } from './pipeline/review-call';
import { CallSettler } from './pipeline/settle-call';
import { hasSessionQuota } from './pipeline/session-quota';
import { RedisFreeQuota } from './quota/redis-free-quota';
import { RedisSessionQuotas } from './quota/redis-session-quotas';
import { createEstimateCall, type EstimateCall } from './pipeline/estimate-call';
import type { Base } from './wire-base';
import { type WiredHolds } from './wire-holds';
import { type WiredRouting } from './wire-routing';
import type { RelayedEndpoints } from './endpoints/relayed-endpoints';

export interface WiredCall {
  readonly relayCall: RelayCall;
  readonly estimateCall: EstimateCall;
  readonly countTokens: CountTokens;
}

/** How a call is made, estimated and counted. */
export function wireCall(
  { config, logger, metrics, reachCrashPoint, redis }: Base,
  {
    byokHealth,
    endpoints,
    getSnapshot,
    holds: { keeper, loadSessionUse, publisher, spool },
    reviewing,
    routing: { attempting, learn, routing, upstream },
  }: {
    byokHealth: ByokHealth;
    endpoints: RelayedEndpoints;
    getSnapshot: () => CatalogSnapshot;
    holds: WiredHolds;
    reviewing: ReviewTools;
    routing: WiredRouting;
  },
): WiredCall {
  const { idleTimeoutMs } = config;
  const quota = new RedisFreeQuota(redis, logger);
  const sessions = new RedisSessionQuotas({ redis, loadUse: loadSessionUse, logger });
  const settler = new CallSettler({
    spool,
    noteSessionUse: (caller, tokens) => {
      if (hasSessionQuota(caller)) sessions.settle(caller, tokens);
    },
    giveBackQuota: (grant) => quota.giveBack(grant),
    holds: keeper,
    onRecorded: () => publisher.wake(),
    noteUnbilledCancel: createCancelNote(redis, logger),
    reachCrashPoint,
    metrics: createRelayMetrics(metrics),
    logger,
  });
  const getRouting = (): Routing => ({ ...routing, snapshot: getSnapshot() });
  const admitting = { quota, addressCaps: config.freeAddressCaps };
  return {
    relayCall: createRelayCall({
      getRouting,
      reviewing,
      sessions,
      holds: keeper,
      admitting,
      attempting,
      onAnswered: learn,
      onAttempts: ({ policy }, attempts) => {
        for (const attempt of attempts) byokHealth.note(policy.orgId, attempt);
      },
      settler,
      spool,
      idleTimeoutMs,
      logger,
    }),
    estimateCall: createEstimateCall({
      endpoints,
      getRouting,
      admitting,
      scan: reviewing.scan,
      preview: (request) => keeper.preview(request),
    }),
    countTokens: createCountTokens({ getRouting, upstream, scan: reviewing.scan }),
  };
}
