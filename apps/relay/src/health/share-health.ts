import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { z } from 'zod';
import type { HealthChange, RouteHealth } from './route-health';

/** The last change of each breaker, by route. */
const hashKey = 'tollgate:routes:health';
const shareMs = 1_000;
/** A change that is older says nothing: routes are probed far more often. */
const memorySeconds = 3_600;

const entrySchema = z.object({ isOpen: z.boolean(), atMs: z.number() });

export interface HealthSharing {
  readonly part: Part;
  /** Kept until the next round; Redis is never waited for by a call. */
  readonly tell: (change: HealthChange) => void;
}

/** Tells other relays which routes are isolated, and hears it from them, once a second. */
export function shareHealth(options: {
  readonly redis: Redis;
  readonly getHealth: () => RouteHealth;
  readonly logger: Logger;
}): HealthSharing {
  const { getHealth, logger, redis } = options;
  const untold = new Map<string, HealthChange>();

  const tellAll = async (): Promise<void> => {
    if (untold.size === 0) return;
    const changes = [...untold.values()];
    const entries = changes.flatMap(({ atMs, isOpen, routeId }) => [
      routeId,
      JSON.stringify({ isOpen, atMs }),
    ]);
    await redis.hset(hashKey, ...entries);
    await redis.expire(hashKey, memorySeconds);
    for (const change of changes)
      if (untold.get(change.routeId) === change) untold.delete(change.routeId);
  };
  const hearAll = async (): Promise<void> => {
    const told = await redis.hgetall(hashKey);
    const oldestMs = Date.now() - memorySeconds * 1_000;
    for (const [routeId, text] of Object.entries(told)) {
      const entry = entrySchema.safeParse(parse(text));
      if (!entry.success || entry.data.atMs < oldestMs) await redis.hdel(hashKey, routeId);
      else getHealth().adopt({ routeId, ...entry.data });
    }
  };
  const part = createRepeatingPart({
    name: 'shared health of routes',
    intervalMs: shareMs,
    run: async () => {
      await tellAll();
      await hearAll();
    },
    logger,
  });
  return {
    part,
    tell: (change) => {
      untold.set(change.routeId, change);
      part.wake();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
