import type { Nanos } from '@tollgate/money';
import type { Job, JobAlias, JobAttempt, JobCandidate, Verdict } from '../domain/job';
import type { JobState } from '../domain/job-state';

export interface JobRow {
  readonly ulid: string;
  readonly wallet_id: string;
  readonly state: JobState;
  readonly alias: JobAlias;
  readonly callback_url: string | null;
  readonly created_at: Date;
  readonly due_at: Date;
  readonly model: string;
  readonly seconds: number;
  readonly input_seconds: number;
  readonly resolution: string;
  readonly aspect_ratio: string;
  readonly usage_draft: Buffer | null;
  readonly way: CandidateRow | null;
  readonly attempts: readonly JobAttempt[];
  readonly upstream_job_id: string | null;
  readonly submitted_at: Date | null;
  readonly started_at: Date | null;
  readonly progress: number | null;
  readonly last_polled_at: Date | null;
  readonly verdict: Verdict['kind'] | null;
  readonly finished_at: Date | null;
  readonly made_seconds: number | null;
  readonly billed_seconds: number | null;
  readonly cost_nanos: Nanos | null;
  readonly outputs_total: number | null;
  readonly error: string | null;
  readonly error_code: string | null;
  readonly usage_recorded: Buffer | null;
  /** Only where it was selected; null without outputs. */
  readonly kept_until?: Date | null;
}

/** JSON has no integers of 64 bits. */
type CandidateRow = {
  readonly [Name in keyof JobCandidate]: JobCandidate[Name] extends bigint
    ? string
    : JobCandidate[Name];
};

export function writeCandidate(candidate: JobCandidate): string {
  const { priceVersion, provider, requestPicos, routeId, secondPicos, upstreamModel } = candidate;
  const row: CandidateRow = {
    routeId,
    provider,
    upstreamModel,
    secondPicos: String(secondPicos),
    requestPicos: String(requestPicos),
    priceVersion: String(priceVersion),
  };
  return JSON.stringify(row);
}

export function readJob(row: JobRow): Job {
  return {
    ulid: row.ulid,
    walletId: row.wallet_id,
    state: row.state,
    alias: row.alias,
    callbackUrl: row.callback_url ?? undefined,
    createdAt: row.created_at,
    dueAt: row.due_at,
    model: row.model,
    seconds: row.seconds,
    inputSeconds: row.input_seconds,
    resolution: row.resolution,
    aspectRatio: row.aspect_ratio,
    usageDraft: row.usage_draft ?? undefined,
    candidate: row.way === null ? undefined : readCandidate(row.way),
    attempts: row.attempts,
    upstreamJobId: row.upstream_job_id ?? undefined,
    submittedAt: row.submitted_at ?? undefined,
    startedAt: row.started_at ?? undefined,
    progress: row.progress ?? undefined,
    lastPolledAt: row.last_polled_at ?? undefined,
    verdict: readVerdict(row),
    usageRecorded: row.usage_recorded ?? undefined,
    keptUntil: row.kept_until ?? undefined,
  };
}

function readCandidate(row: CandidateRow): JobCandidate {
  return {
    ...row,
    secondPicos: BigInt(row.secondPicos),
    requestPicos: BigInt(row.requestPicos),
    priceVersion: BigInt(row.priceVersion),
  };
}

function readVerdict(row: JobRow): Verdict | undefined {
  const { finished_at: finishedAt, verdict } = row;
  if (verdict === null || finishedAt === null) return undefined;
  if (verdict === 'failed') {
    return { kind: verdict, finishedAt, message: row.error ?? '', code: row.error_code ?? '' };
  }
  return {
    kind: verdict,
    finishedAt,
    madeSeconds: row.made_seconds ?? 0,
    billedSeconds: row.billed_seconds ?? 0,
    costNanos: row.cost_nanos ?? 0n,
    outputsTotal: row.outputs_total ?? 0,
  };
}
