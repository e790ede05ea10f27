import type { Logger } from '@tollgate/observability';
import type { Timings } from '../domain/timings';
import type { DeliverWebhook } from '../use-cases/deliver-webhook';
import type { Clock, WebhookStore } from '../use-cases/ports';
import { createWorkPool, type WorkPool } from './work-pool';

const webhooksParallelMax = 32;

export function createDeliverWebhooksJob(options: {
  readonly webhooks: WebhookStore;
  readonly deliver: DeliverWebhook;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly logger: Logger;
}): WorkPool {
  const { clock, deliver, logger, timings, webhooks } = options;
  return createWorkPool({
    name: 'deliver webhooks',
    parallelMax: webhooksParallelMax,
    lookEveryMs: timings.lookEveryMs,
    claim: (webhooksMax) => {
      const now = clock.now();
      const until = new Date(now.getTime() + timings.leaseMs);
      return webhooks.claimDue(now, until, webhooksMax);
    },
    run: deliver,
    logger,
  });
}
