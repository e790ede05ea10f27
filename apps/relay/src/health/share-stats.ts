import { createRepeatingPart, type Part } from '@tollgate/lifecycle';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import { z } from 'zod';
import type { RouteStats, SharedTimes } from './route-stats';
import { parseJson } from './shared-hash';

/** The measurements of each relay, by its instance id. */
const hashKey = 'tollgate:routes:times';
const shareMs = 2_000;
/** The measurements of a relay that is silent for longer are dropped. */
const silenceMsMax = 30_000;

const histogram = z.record(z.string(), z.number());
const entrySchema = z.object({
  atMs: z.number(),
  times: z.record(z.string(), z.object({ latency: histogram, speed: histogram })),
});

/** Merges the measurements of all relays; while Redis is down, uses those of this one. */
export function shareStats(options: {
  readonly redis: Redis;
  readonly instance: string;
  readonly stats: RouteStats;
  readonly logger: Logger;
}): Part {
  const { instance, logger, redis, stats } = options;
  return createRepeatingPart({
    name: 'shared times of routes',
    intervalMs: shareMs,
    run: async () => {
      const own = stats.collect();
      stats.combine([own]);
      await redis.hset(hashKey, instance, JSON.stringify({ atMs: Date.now(), times: own }));
      const { [instance]: _own, ...others } = await redis.hgetall(hashKey);
      const remote: SharedTimes[] = [];
      for (const [name, text] of Object.entries(others)) {
        const entry = entrySchema.safeParse(parseJson(text));
        if (!entry.success || entry.data.atMs < Date.now() - silenceMsMax)
          await redis.hdel(hashKey, name);
        else remote.push(entry.data.times);
      }
      stats.combine([own, ...remote]);
    },
    logger,
  });
}
