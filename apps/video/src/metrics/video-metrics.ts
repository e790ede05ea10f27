import { secondsBuckets, type Metrics } from '@tollgate/observability';
import type { JobObserver } from '../use-cases/ports';

const lagBuckets = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** What happens to jobs, as metrics. */
export function createVideoMetrics(metrics: Metrics): JobObserver {
  const submits = metrics.counter(
    'tollgate_video_submits_total',
    'Jobs that were sent to providers, by how that went',
    ['outcome'],
  );
  const polls = metrics.histogram(
    'tollgate_video_poll_seconds',
    'How long providers take to say how a job is, by what they say',
    secondsBuckets,
    ['outcome'],
  );
  const lag = metrics.histogram(
    'tollgate_video_job_lag_seconds',
    'How long jobs wait after the time at which they are due',
    lagBuckets,
  );
  const ends = metrics.counter('tollgate_video_jobs_ended_total', 'Jobs that are over', [
    'outcome',
  ]);
  const noVerdicts = metrics.counter(
    'tollgate_video_jobs_without_verdict_total',
    'Jobs that were refunded because their provider never gave a verdict; alert on any',
  );
  const webhooks = metrics.counter('tollgate_video_webhooks_total', 'Webhook calls', ['outcome']);
  const copies = metrics.counter('tollgate_video_copies_total', 'Copies of outputs', ['outcome']);
  return {
    noteSubmit: (outcome) => submits.inc({ outcome }),
    notePoll: (outcome, seconds) => polls.observe({ outcome }, seconds),
    noteLag: (seconds) => lag.observe(seconds),
    noteEnd: (outcome) => ends.inc({ outcome }),
    noteNoVerdict: () => noVerdicts.inc(),
    noteWebhook: (outcome) => webhooks.inc({ outcome }),
    noteCopy: (outcome) => copies.inc({ outcome }),
  };
}
