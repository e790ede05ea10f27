import type { Nanos, Picos } from '@tollgate/money';
import type { JobState } from './job-state';

/** The two paths by which the same jobs are known. */
export const jobAliases = ['videos', 'video/generations'] as const;
export type JobAlias = (typeof jobAliases)[number];

/** How a job is done, and at what price. */
export interface JobCandidate {
  readonly routeId: string;
  readonly provider: string;
  readonly upstreamModel: string;
  /** Of one second. */
  readonly secondPicos: Picos;
  /** Of the job, whatever its length. */
  readonly requestPicos: Picos;
  readonly priceVersion: bigint;
}

/** One try at one provider. */
export interface JobAttempt {
  readonly provider: string;
  readonly routeId: string;
  /** 0: it never answered. */
  readonly status: number;
  readonly durationMs: number;
  /** Name of the error; empty for a success. */
  readonly error: string;
}

/** How a job ended, for ever. */
export type Verdict =
  | {
      readonly kind: 'completed';
      readonly finishedAt: Date;
      readonly madeSeconds: number;
      readonly billedSeconds: number;
      readonly costNanos: Nanos;
      readonly outputsTotal: number;
    }
  | {
      readonly kind: 'failed';
      readonly finishedAt: Date;
      readonly message: string;
      readonly code: string;
    };

export interface Job {
  readonly ulid: string;
  readonly walletId: string;
  readonly state: JobState;
  readonly alias: JobAlias;
  readonly callbackUrl: string | undefined;
  readonly createdAt: Date;
  readonly dueAt: Date;
  /** Empty until it was let in, like all that follows. */
  readonly model: string;
  readonly seconds: number;
  readonly inputSeconds: number;
  readonly resolution: string;
  readonly aspectRatio: string;
  readonly usageDraft: Buffer | undefined;
  readonly candidate: JobCandidate | undefined;
  readonly attempts: readonly JobAttempt[];
  readonly upstreamJobId: string | undefined;
  readonly submittedAt: Date | undefined;
  /** When the provider was first seen to work on it. */
  readonly startedAt: Date | undefined;
  readonly progress: number | undefined;
  readonly lastPolledAt: Date | undefined;
  readonly verdict: Verdict | undefined;
  readonly usageRecorded: Buffer | undefined;
  /** When the files of a completed job are deleted; undefined where only the job was read. */
  readonly keptUntil: Date | undefined;
}
