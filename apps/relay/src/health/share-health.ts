import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { z } from 'zod';
import { witnessMsMax, witnessesMax } from './route-breaker';
import type { HealthUpdate, RouteHealth } from './route-health';
import { createSharedHash } from './shared-hash';

const shareMs = 1_000;
/** A change that is older says nothing: routes are probed far more often. */
const changeSeconds = 3_600;
const restSeconds = 3_600;
const witnessSeconds = 60;

const changeSchema = z.object({ isOpen: z.boolean(), atMs: z.number() });
const restSchema = z.object({ untilMs: z.number() });
const witnessesSchema = z.object({
  routeId: z.string(),
  witnesses: z
    .array(z.object({ walletId: z.string(), atMs: z.number() }))
    .max(witnessesMax)
    .readonly(),
});

export interface HealthSharing {
  readonly part: Part;
  readonly tell: (news: HealthUpdate) => void;
}

/**
 * Tells other relays which routes are isolated, which asked to be left alone and whose calls they
 * failed, and hears it from them, once a second.
 */
export function shareHealth(options: {
  readonly redis: Redis;
  /** What one relay has seen does not overwrite what another one saw. */
  readonly instance: string;
  readonly getHealth: () => RouteHealth;
  readonly logger: Logger;
}): HealthSharing {
  const { getHealth, instance, logger, redis } = options;
  const changes = createSharedHash({
    redis,
    key: 'tollgate:routes:health',
    memorySeconds: changeSeconds,
    schema: changeSchema,
    isOld: ({ atMs }) => atMs < Date.now() - changeSeconds * 1_000,
    hear: (routeId, change) => getHealth().adopt({ kind: 'change', routeId, ...change }),
  });
  const rests = createSharedHash({
    redis,
    key: 'tollgate:routes:rests',
    memorySeconds: restSeconds,
    schema: restSchema,
    isOld: ({ untilMs }) => untilMs <= Date.now(),
    hear: (routeId, { untilMs }) => getHealth().adopt({ kind: 'rest', routeId, untilMs }),
  });
  const failures = createSharedHash({
    redis,
    key: 'tollgate:routes:failures',
    memorySeconds: witnessSeconds,
    schema: witnessesSchema,
    isOld: ({ witnesses }) => witnesses.every(({ atMs }) => atMs < Date.now() - witnessMsMax),
    hear: (field, { routeId, witnesses }) => {
      if (!field.startsWith(`${instance} `))
        getHealth().adopt({ kind: 'failures', routeId, witnesses });
    },
  });
  const part = createRepeatingPart({
    name: 'shared health of routes',
    intervalMs: shareMs,
    run: async () => {
      for (const hash of [changes, rests, failures]) await hash.exchange();
    },
    logger,
  });
  const tell = (news: HealthUpdate): void => {
    const { routeId } = news;
    if (news.kind === 'rest') rests.tell(routeId, { untilMs: news.untilMs });
    else if (news.kind === 'failures')
      failures.tell(`${instance} ${routeId}`, { routeId, witnesses: news.witnesses });
    else {
      changes.tell(routeId, { isOpen: news.isOpen, atMs: news.atMs });
      // Rare, unlike the others: these wait for the next round.
      part.wake();
    }
  };
  return { part, tell };
}
