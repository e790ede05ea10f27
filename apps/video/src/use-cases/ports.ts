import type { Readable } from 'node:stream';
import type { UpstreamFailure } from '@tollgate/model-spec';
import type { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import type { CallScope } from '@tollgate/org-access';
import type { FittedVideo, SubmitInput, VideoVerdict } from '@tollgate/video-protocols';
import type { Job, JobAlias, JobAttempt, JobCandidate, Verdict } from '../domain/job';
import type { JobState } from '../domain/job-state';

export interface Clock {
  now(): Date;
}

export interface NewJob {
  readonly ulid: string;
  readonly requestUlid: string;
  readonly walletId: string;
  /** The key that submitted it, and its member of the organization, or ''. */
  readonly keyId: string;
  readonly memberId: string;
  readonly alias: JobAlias;
  readonly callbackUrl: string | undefined;
  readonly createdAt: Date;
  readonly dueAt: Date;
}

/** A job at its admission. */
export interface HeldJob {
  readonly model: string;
  readonly video: FittedVideo;
  readonly reservedNanos: Nanos;
  readonly usageDraft: Buffer;
}

/** A part of a list of jobs. */
export interface JobPage {
  /** The job that the page before ended with; undefined: the first page. */
  readonly beforeUlid: string | undefined;
  readonly limit: number;
}

/** A change is made only from the states that may come before it; false: it was not made. */
export interface JobStore {
  /** False: the request has a job already. */
  insert(job: NewJob): Promise<boolean>;
  findByRequest(requestUlid: string): Promise<Job | undefined>;
  /** Only jobs in the scope that a provider accepted. */
  find(scope: CallScope, ulid: string): Promise<Job | undefined>;
  /** The same jobs, newest first, from before a job. */
  list(scope: CallScope, page: JobPage): Promise<readonly Job[]>;
  /** Deletes a job that was not admitted. */
  remove(ulid: string): Promise<void>;
  hold(ulid: string, held: HeldJob, dueAt: Date): Promise<boolean>;
  beginSubmit(ulid: string, candidate: JobCandidate, dueAt: Date): Promise<boolean>;
  submit(ulid: string, submitted: SubmittedUpstream): Promise<boolean>;
  /** Fixes how a job ends; undefined: it was fixed before. */
  fixVerdict(ulid: string, from: readonly JobState[], end: JobEnd): Promise<Job | undefined>;
  /** The money follows the verdict. */
  finish(ulid: string, state: 'completed' | 'failed'): Promise<boolean>;
  /** Reserves the next poll until `until`; false: another request has just polled. */
  claimPoll(ulid: string, claim: PollClaim): Promise<boolean>;
  notePoll(ulid: string, note: PollNote): Promise<void>;
  /** Claims the jobs that have waited longest until `until`. */
  claimDue(now: Date, until: Date, jobsMax: number): Promise<readonly DueJob[]>;
  postpone(ulid: string, dueAt: Date): Promise<void>;
  countByState(): Promise<ReadonlyMap<JobState, number>>;
}

export interface SubmittedUpstream {
  readonly upstreamJobId: string;
  readonly submittedAt: Date;
  readonly dueAt: Date;
  readonly attempts: readonly JobAttempt[];
}

export interface JobEnd {
  readonly verdict: Verdict;
  readonly attempts: readonly JobAttempt[];
  /** Undefined for a job that was never let in. */
  readonly usageRecorded: Buffer | undefined;
  readonly dueAt: Date;
}

export interface PollClaim {
  readonly now: Date;
  /** The last question must be from before this. */
  readonly notSince: Date;
  readonly until: Date;
}

export interface PollNote {
  readonly dueAt: Date;
  readonly startedAt?: Date;
  readonly progress?: number;
}

/** A job, and since when it waited. */
export interface DueJob {
  readonly job: Job;
  readonly wasDueAt: Date;
}

export type OutputState = 'waiting' | 'stored' | 'lost' | 'expired';

export interface Output {
  readonly ulid: string;
  readonly index: number;
  readonly state: OutputState;
  readonly bytes: number | undefined;
  readonly tries: number;
  readonly keptUntil: Date;
}

export interface OutputStore {
  insert(ulid: string, outputsTotal: number, times: OutputTimes): Promise<void>;
  find(ulid: string, index: number): Promise<Output | undefined>;
  claimWaiting(now: Date, until: Date, outputsMax: number): Promise<readonly ClaimedOutput[]>;
  markStored(ulid: string, index: number, bytes: number): Promise<void>;
  /** Undefined: it will not be tried again. */
  noteFailure(ulid: string, index: number, nextTryAt: Date | undefined): Promise<void>;
  listOutlived(now: Date, outputsMax: number): Promise<readonly Output[]>;
  markExpired(ulid: string, index: number): Promise<void>;
}

export interface OutputTimes {
  readonly nextTryAt: Date;
  readonly keptUntil: Date;
}

export interface ClaimedOutput {
  readonly output: Output;
  readonly job: Job;
}

export interface WebhookStore {
  insert(ulid: string, nextTryAt: Date): Promise<void>;
  claimDue(now: Date, until: Date, webhooksMax: number): Promise<readonly ClaimedWebhook[]>;
  /** A delivery that is over has no next attempt. */
  noteTry(ulid: string, end: WebhookEnd): Promise<void>;
}

export interface ClaimedWebhook {
  readonly job: Job;
  /** Calls whose end is known. */
  readonly tries: number;
}

export type WebhookEnd =
  | { readonly state: 'waiting'; readonly nextTryAt: Date }
  | { readonly state: 'delivered' | 'stopped' | 'given_up' };

export interface Stores {
  readonly jobs: JobStore;
  readonly outputs: OutputStore;
  readonly webhooks: WebhookStore;
}

export interface VideoDatabase extends Stores {
  withTransaction<T>(run: (stores: Stores) => Promise<T>): Promise<T>;
}

/** How a provider is reached, with its secret. */
export interface Route {
  readonly routeId: string;
  readonly provider: string;
  readonly protocol: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface AdmittedCandidate extends JobCandidate {
  readonly route: Route;
}

/** A job that was let in. */
export interface Admitted extends HeldJob {
  /** Without what the rules of the organization took out. */
  readonly prompt: string;
  readonly candidates: readonly AdmittedCandidate[];
}

export interface AdmissionRequest {
  readonly ulid: string;
  /** As the edge signed it. */
  readonly identity: string;
  readonly requestId: string;
  readonly appName: string;
  readonly referer: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly inputSeconds: number | undefined;
}

/** The relay's admission: access, content rules and the hold. */
export interface Admission {
  admit(request: AdmissionRequest): Promise<Admitted>;
}

/** The book's end of a job. Both may be repeated. */
export interface Holds {
  capture(walletId: string, ulid: string, usageRecorded: Buffer): Promise<void>;
  /** A hold that was never booked needs no release. */
  release(walletId: string, ulid: string, usageRecorded: Buffer | undefined): Promise<void>;
}

export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly upstreamJobId: string; readonly status: number }
  /** It said no: there is no job. */
  | { readonly kind: 'refused'; readonly failure: UpstreamFailure; readonly status: number }
  /** The request cannot be expressed for this provider: it was not sent. */
  | { readonly kind: 'unsayable'; readonly error: AppError }
  /** There was no connection: the request was not sent. */
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  /** The provider may have begun a job whose id is unknown. */
  | { readonly kind: 'unclear'; readonly status: number; readonly cause?: unknown };

export type WayInput = Omit<SubmitInput, 'target'>;

/** Bytes of a video, from wherever they come. */
export interface OpenedVideo {
  /** Undefined when it is not known beforehand. */
  readonly bytesTotal: number | undefined;
  /** Must be read to its end or destroyed. */
  readonly body: Readable;
}

export interface Upstream {
  submit(
    candidate: AdmittedCandidate,
    input: WayInput,
    signal: AbortSignal,
  ): Promise<SubmitOutcome>;
  /** Never throws: undefined when it cannot be measured. */
  ask(job: Job): Promise<VideoVerdict>;
  /** Raises AppError when the video cannot be fetched, or is no video. */
  openOutput(job: Job, index: number, signal: AbortSignal): Promise<OpenedVideo>;
}

type PollOutcome = 'queued' | 'running' | 'completed' | 'failed' | 'unknown';
type CopyOutcome = 'stored' | 'failed' | 'lost';

/** Receives events of jobs for metrics and logs. */
export interface JobObserver {
  noteSubmit(outcome: string): void;
  notePoll(outcome: PollOutcome, seconds: number): void;
  /** How long a due job waited. */
  noteLag(seconds: number): void;
  noteEnd(outcome: 'completed' | 'failed'): void;
  /** A job had to be ended without a word from its provider: an operator should know. */
  noteNoVerdict(): void;
  noteWebhook(outcome: WebhookEnd['state']): void;
  noteCopy(outcome: CopyOutcome): void;
}
