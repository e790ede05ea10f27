import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { z } from 'zod';
import { witnessMsMax, witnessesMax } from './route-breaker';
import type { HealthUpdate, RouteHealth } from './route-health';
import { createSharedHash } from './shared-hash';

const shareMs = 1_000;
/** An older change is irrelevant: routes are probed far more often. */
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
  readonly publish: (update: HealthUpdate) => void;
}

/**
 * Exchanges with other relays, once a second, which routes are isolated, which providers asked for
 * a pause and which wallets had failures.
 */
export function shareHealth(options: {
  readonly redis: Redis;
  /** Keeps the entries of relays apart. */
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
    onEntry: (routeId, change) => getHealth().adopt({ kind: 'change', routeId, ...change }),
  });
  const rests = createSharedHash({
    redis,
    key: 'tollgate:routes:rests',
    memorySeconds: restSeconds,
    schema: restSchema,
    isOld: ({ untilMs }) => untilMs <= Date.now(),
    onEntry: (routeId, { untilMs }) => getHealth().adopt({ kind: 'rest', routeId, untilMs }),
  });
  const failures = createSharedHash({
    redis,
    key: 'tollgate:routes:failures',
    memorySeconds: witnessSeconds,
    schema: witnessesSchema,
    isOld: ({ witnesses }) => witnesses.every(({ atMs }) => atMs < Date.now() - witnessMsMax),
    onEntry: (field, { routeId, witnesses }) => {
      if (!field.startsWith(`${instance} `))
        getHealth().adopt({ kind: 'failures', routeId, witnesses });
    },
  });
  const part = createRepeatingPart({
    name: 'shared health of routes',
    intervalMs: shareMs,
    run: async () => {
      await Promise.all([changes, rests, failures].map((hash) => hash.exchange()));
    },
    logger,
  });
  const publish = (update: HealthUpdate): void => {
    const { routeId } = update;
    if (update.kind === 'rest') rests.set(routeId, { untilMs: update.untilMs });
    else if (update.kind === 'failures')
      failures.set(`${instance} ${routeId}`, { routeId, witnesses: update.witnesses });
    else {
      changes.set(routeId, { isOpen: update.isOpen, atMs: update.atMs });
      // Rare, so it is shared at once; the others wait for the next round.
      part.wake();
    }
  };
  return { part, publish };
}
