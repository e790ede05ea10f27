import type { Logger } from '@tollgate/observability';
import { policyChannel } from '@tollgate/policy';
import type { Redis } from '@tollgate/redis';
import type { PolicySignal } from './ports';

/** Best effort: without Redis the relays find the change by polling within a second. */
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
