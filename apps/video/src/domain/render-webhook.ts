import { formatGenerationId } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import { formatTime } from '@tollgate/http';
import type { Job } from './job';
import { formatJobId } from './job-paths';
import { listContentPaths } from './render-job';

export interface WebhookCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The webhook request for a job's end; attempts differ only in their number. */
export function renderWebhook(
  job: Job,
  { attempt, baseUrl }: { readonly attempt: number; readonly baseUrl: string },
): WebhookCall {
  const { alias, model, ulid, verdict } = job;
  if (verdict === undefined) throw new Error('a job without a verdict has nothing to tell');
  const id = formatJobId(ulid);
  const status = verdict.kind;
  const data = {
    id,
    status,
    generation_id: formatGenerationId(ulid),
    model,
    ...(verdict.kind === 'completed'
      ? {
          unsigned_urls: listContentPaths(verdict.outputsTotal, alias, ulid).map(
            (path) => baseUrl + path,
          ),
          usage: { cost: nanosToUsdNumber(verdict.costNanos) },
        }
      : { error: verdict.message }),
  };
  const created_at = formatTime(verdict.finishedAt);
  return {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'tollgate-webhook/1',
      'x-tollgate-idempotency-key': `${id}-${status}`,
      'x-tollgate-delivery': String(attempt),
    },
    body: JSON.stringify({ type: `video.generation.${status}`, created_at, id, status, data }),
  };
}
