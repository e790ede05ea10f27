import type { Logger } from '@tollgate/observability';
import { policyChannel } from '@tollgate/policy';
import type { Redis } from '@tollgate/redis';
import type { PolicySignal } from './ports';

/** Best effort: with Redis away the relays find the change by themselves within a second. */
export function createRedisPolicySignal(redis: Redis, logger: Logger): PolicySignal {
  return {
    async changed(orgId) {
      try {
        await redis.publish(policyChannel, orgId);
      } catch (error) {
        logger.warn('policy change not announced', { orgId, error });
      }
    },
  };
}
