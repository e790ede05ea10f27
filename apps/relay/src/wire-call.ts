import { createHmac } from 'node:crypto';
import type { Part } from '@tollgate/lifecycle';
import { listHexKeys, type SecretBox } from '@tollgate/secret-box';
import type { CatalogSnapshot } from './catalog/catalog';
import type { ByokHealth } from './health/byok-health';
import { createCancelNote } from './holds/notes';
import { createAdmitVideo, type AdmitVideo } from './call/admit-video';
import type { Routing } from './call/route/choose-route';
import { createCountTokens, type CountTokens } from './call/count-tokens';
import { createRelayCall, type RelayCall, type RunCall } from './call/relay-call';
import { AnswerBudget } from './call/once/answer-budget';
import { createOnceCounter } from './call/once/once-metrics';
import { RedisCallKeys } from './call/once/redis-call-keys';
import { recoverCalls } from './call/once/recover-calls';
import { createRelayOnce, type RelayOnce } from './call/once/relay-once';
import { listenTimes } from './call/once/watch-listeners';
import { createRelayMetrics } from './call/settle/relay-metrics';
import type { ReviewTools } from './call/review/review-call';
import { CallSettler } from './call/settle/settle-call';
import { hasSessionQuota } from './call/admit/session-quota';
import { RepeatedPrompts } from './health/repeated-prompts';
import { RedisFreeQuota } from './call/admit/quota/redis-free-quota';
import { RedisSessionQuotas } from './call/admit/quota/redis-session-quotas';
import { createEstimateCall, type EstimateCall } from './call/estimate-call';
import type { Base } from './wire-base';
import { type WiredHolds } from './wire-holds';
import { type WiredRouting } from './wire-routing';
import type { RelayedEndpoints } from './endpoints/relayed-endpoints';

export interface WiredCall {
  readonly relayCall: RelayCall;
  readonly part: Part;
  readonly estimateCall: EstimateCall;
  readonly countTokens: CountTokens;
  readonly admitVideo: AdmitVideo;
}

interface CallParts {
  readonly byokHealth: ByokHealth;
  readonly endpoints: RelayedEndpoints;
  readonly getSnapshot: () => CatalogSnapshot;
  readonly holds: WiredHolds;
  readonly reviewing: ReviewTools;
  readonly routing: WiredRouting;
  readonly secrets: SecretBox;
}

/** Relays, estimates and counts calls, and admits video jobs. */
export function wireCall(base: Base, parts: CallParts): WiredCall {
  const { config, logger, redis } = base;
  const { byokHealth, endpoints, getSnapshot, reviewing } = parts;
  const { bookHold, keeper: holds, loadSessionUse, spool } = parts.holds;
  const { attempting, learn, routing, upstream } = parts.routing;
  const quota = new RedisFreeQuota(redis, logger);
  const sessions = new RedisSessionQuotas({ redis, loadUse: loadSessionUse, logger });
  const settler = wireSettler(base, parts.holds, { quota, sessions });
  const getRouting = (): Routing => ({ ...routing, snapshot: getSnapshot() });
  const admitting = { quota, addressCaps: config.freeAddressCaps };
  const shared = { getRouting, reviewing, sessions, holds, settler, spool, logger };
  const runCall = createRelayCall({
    ...shared,
    admitting,
    attempting,
    onAnswered: learn,
    onAttempts: ({ policy }, attempts) => {
      for (const attempt of attempts) byokHealth.note(policy.orgId, attempt);
    },
    idleTimeoutMs: config.idleTimeoutMs,
  });
  return {
    ...wireOnce(base, runCall, parts),
    admitVideo: createAdmitVideo({ ...shared, bookHold }),
    estimateCall: createEstimateCall({
      endpoints,
      getRouting,
      admitting,
      scan: reviewing.scan,
      preview: (request) => holds.preview(request),
    }),
    countTokens: createCountTokens({ getRouting, upstream, scan: reviewing.scan }),
  };
}

/** Calls with an `Idempotency-Key`. */
function wireOnce(
  { config, logger, metrics, redis }: Base,
  runCall: RunCall,
  { holds: { spool }, secrets }: CallParts,
): RelayOnce {
  const { instanceId: instance } = config;
  const { answerBytesMax, bytesMax } = config.once;
  const keys = new RedisCallKeys(redis, instance);
  return createRelayOnce({
    runCall,
    keys,
    secrets,
    budget: new AnswerBudget(bytesMax),
    answerBytesMax,
    times: listenTimes,
    countOutcome: createOnceCounter(metrics),
    recover: () => recoverCalls({ instance, keys, spool, logger }),
    logger,
  });
}

function wireSettler(
  { config, logger, metrics, reachCrashPoint, redis }: Base,
  { goodwill, keeper, publisher, spool }: WiredHolds,
  { quota, sessions }: { readonly quota: RedisFreeQuota; readonly sessions: RedisSessionQuotas },
): CallSettler {
  const prompts = new RepeatedPrompts(Date.now, derivePromptKey(config.secretsKey.reveal()));
  return new CallSettler({
    spool,
    findRepeatedPrompt: (...settled) => prompts.note(...settled),
    noteSessionUse: (caller, tokens) => {
      if (hasSessionQuota(caller)) sessions.settle(caller, tokens);
    },
    releaseQuota: (grant) => quota.release(grant),
    goodwill,
    holds: keeper,
    onRecorded: () => publisher.wake(),
    noteUnbilledCancel: createCancelNote(redis, logger),
    reachCrashPoint,
    metrics: createRelayMetrics(metrics),
    logger,
  });
}

/** All relays derive the same key, so a prompt has the same fingerprint at each of them. */
function derivePromptKey(secretsKey: string): Buffer {
  const [current = ''] = listHexKeys(secretsKey);
  return createHmac('sha256', current).update('prompt fingerprints').digest();
}
