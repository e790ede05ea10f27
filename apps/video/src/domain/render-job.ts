import { formatGenerationId } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import type { Job, JobAlias, Verdict } from './job';
import { formatJobId, getContentPath, getPollingPath } from './job-paths';

/** What a submit is answered with. */
export interface SubmittedJob {
  readonly id: string;
  readonly object: 'video';
  readonly status: 'pending';
  readonly polling_url: string;
  readonly model: string;
  readonly created_at: number;
}

/** The record of a job. Clients of ours refuse null: what has no value has no key. */
export interface JobRecord {
  readonly id: string;
  readonly object: 'video';
  readonly status: JobStatus;
  readonly polling_url: string;
  readonly generation_id: string;
  readonly model: string;
  readonly created_at: number;
  readonly started_at?: number;
  readonly completed_at?: number;
  readonly expires_at?: number;
  readonly progress?: number;
  readonly duration: number;
  readonly resolution?: string;
  readonly aspect_ratio?: string;
  readonly unsigned_urls?: readonly string[];
  readonly usage?: { readonly cost: number; readonly seconds: number };
  readonly error?: string;
  readonly error_code?: string;
}

export function renderSubmittedJob(
  job: Pick<Job, 'createdAt' | 'model' | 'ulid'>,
  alias: JobAlias,
): SubmittedJob {
  return {
    id: formatJobId(job.ulid),
    object: 'video',
    status: 'pending',
    polling_url: getPollingPath(alias, job.ulid),
    model: job.model,
    created_at: toSeconds(job.createdAt),
  };
}

export function renderJob(job: Job, alias: JobAlias): JobRecord {
  const { aspectRatio, progress, resolution, startedAt, ulid } = job;
  const status = getJobStatus(job);
  const verdict = status === 'completed' || status === 'failed' ? job.verdict : undefined;
  return {
    id: formatJobId(ulid),
    object: 'video',
    status,
    polling_url: getPollingPath(alias, ulid),
    generation_id: formatGenerationId(ulid),
    model: job.model,
    created_at: toSeconds(job.createdAt),
    ...(startedAt !== undefined && { started_at: toSeconds(startedAt) }),
    ...(verdict === undefined && progress !== undefined && { progress }),
    duration: verdict?.kind === 'completed' ? verdict.madeSeconds : job.seconds,
    ...(resolution !== '' && { resolution }),
    ...(aspectRatio !== '' && { aspect_ratio: aspectRatio }),
    ...(verdict !== undefined && renderVerdict(verdict, job, alias)),
  };
}

function renderVerdict(
  verdict: Verdict,
  { keptUntil, ulid }: Pick<Job, 'keptUntil' | 'ulid'>,
  alias: JobAlias,
): Partial<JobRecord> {
  if (verdict.kind === 'failed') return { error: verdict.message, error_code: verdict.code };
  return {
    completed_at: toSeconds(verdict.finishedAt),
    ...(keptUntil !== undefined && { expires_at: toSeconds(keptUntil) }),
    progress: 100,
    unsigned_urls: listContentPaths(verdict.outputsTotal, alias, ulid),
    usage: { cost: nanosToUsdNumber(verdict.costNanos), seconds: verdict.billedSeconds },
  };
}

export function listContentPaths(outputsTotal: number, alias: JobAlias, ulid: string): string[] {
  return Array.from({ length: outputsTotal }, (_, index) => getContentPath(alias, ulid, index));
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

/** What clients see. A job is over for them only when its money is settled. */
function getJobStatus({ startedAt, state }: Pick<Job, 'startedAt' | 'state'>): JobStatus {
  if (state === 'completed' || state === 'failed') return state;
  return state === 'settling' || startedAt !== undefined ? 'in_progress' : 'pending';
}
