import type { ReachCrashPoint, Part } from '@tollgate/lifecycle';
import type { ObjectStore } from '@tollgate/object-store';
import type { Logger } from '@tollgate/observability';
import { findUrlFault, type OutboundRules } from '@tollgate/outbound';
import type { Timings } from './domain/timings';
import { createAdvanceJobsJob } from './jobs/advance-jobs.job';
import { createCopyOutputsJob } from './jobs/copy-outputs.job';
import { createDeliverWebhooksJob } from './jobs/deliver-webhooks.job';
import { createExpireOutputsJob } from './jobs/expire-outputs.job';
import type { WorkPool } from './jobs/work-pool';
import type { HandlersOptions } from './routes/handlers';
import { createCallReceiver } from './upstream/call-receiver';
import type { HttpClient } from './upstream/http-client';
import { createMeasureVideo } from './upstream/measure-video';
import { createAdvanceJob } from './use-cases/advance-job';
import { createCopyOutput } from './use-cases/copy-output';
import { createDeliverWebhook } from './use-cases/deliver-webhook';
import { createEndJob } from './use-cases/end-job';
import { createEnterJob } from './use-cases/enter-job';
import { createExpireOutputs } from './use-cases/expire-outputs';
import { createGetJob } from './use-cases/get-job';
import type {
  JobObserver,
  Admission,
  Clock,
  Holds,
  Upstream,
  VideoDatabase,
} from './use-cases/ports';
import { createOpenContent } from './use-cases/open-content';
import { createPollJob } from './use-cases/poll-job';
import { RunningJobs } from './use-cases/running-jobs';
import { createSendJob } from './use-cases/send-job';
import { createSettleJob } from './use-cases/settle-job';
import { createSubmitJob } from './use-cases/submit-job';

export interface WireJobsOptions {
  readonly database: VideoDatabase;
  readonly objects: ObjectStore;
  readonly client: HttpClient;
  readonly rules: OutboundRules;
  readonly upstream: Upstream;
  readonly admission: Admission;
  readonly holds: Holds;
  readonly observer: JobObserver;
  readonly timings: Timings;
  readonly clock: Clock;
  readonly reachCrashPoint: ReachCrashPoint;
  readonly baseUrl: string;
  readonly logger: Logger;
}

/** Everything that happens to a job, from its submit to its webhook. */
export function wireJobs(options: WireJobsOptions): {
  readonly useCases: Omit<HandlersOptions, 'findCallScope' | 'idempotency'>;
  readonly parts: readonly Part[];
} {
  const { client, database, rules } = options;
  const base = { ...options, ...database };
  const followers = wireFollowers(base);
  const onEnd = (): void => followers.pools.forEach((pool) => pool.wake());
  const settle = createSettleJob({ ...base, onEnd });
  const end = createEndJob({ ...base, settle });
  const poll = createPollJob({ ...base, end });
  const running = new RunningJobs();
  const advance = createAdvanceJob({ ...base, poll, settle, end, running });
  const advancePool = createAdvanceJobsJob({ ...base, advance });
  const submitJob = createSubmitJob({
    ...base,
    enter: createEnterJob({ ...base, measureVideo: createMeasureVideo(client) }),
    send: createSendJob(base),
    end,
    running,
    findCallbackFault: (url) => findUrlFault(url, rules),
  });
  return {
    useCases: {
      // The pool looks more often as long as there are jobs.
      submitJob: (...job) => submitJob(...job).finally(() => advancePool.wake()),
      getJob: createGetJob({ ...base, poll }),
      listJobs: (scope, page) => base.jobs.list(scope, page),
      openContent: createOpenContent(base),
    },
    parts: [...followers.parts, advancePool],
  };
}

/** What follows on the end of a job. */
function wireFollowers(base: WireJobsOptions & VideoDatabase): {
  readonly pools: readonly WorkPool[];
  readonly parts: readonly Part[];
} {
  const { client, logger } = base;
  const callReceiver = createCallReceiver(client);
  const deliver = createDeliverWebhook({ ...base, callReceiver });
  const pools = [
    createCopyOutputsJob({ ...base, copy: createCopyOutput(base) }),
    createDeliverWebhooksJob({ ...base, deliver }),
  ];
  const expire = createExpireOutputsJob({ expire: createExpireOutputs(base), logger });
  return { pools, parts: [...pools, expire] };
}
