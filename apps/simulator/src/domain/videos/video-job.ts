import type { Fields } from '../fields';
import type { ErrorAnswer, Protocol } from '../protocol';
import type { VideoScript } from './video-script';

/** The fields of a video request that the simulator reads, in any protocol. */
export interface VideoOrder {
  readonly model: string;
  readonly prompt: string;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
}

export type ReadOrder =
  | { readonly kind: 'order'; readonly order: VideoOrder }
  | { readonly kind: 'fault'; readonly message: string; readonly param: string | null };

/** The prompt is not kept. */
export interface VideoJob extends Omit<VideoOrder, 'prompt'> {
  readonly id: string;
  readonly protocol: string;
  readonly script: VideoScript;
  readonly createdAtMs: number;
  polls: number;
  downloads: number;
}

export type JobState = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';

/** How far a job is by now: time alone moves it. */
export function readState({ createdAtMs, script }: VideoJob, nowMs: number): JobState {
  const ageMs = nowMs - createdAtMs;
  if (ageMs < script.queuedMs) return 'queued';
  if (script.neverEnds || ageMs < script.queuedMs + script.runningMs) return 'running';
  if (script.fail === undefined) return 'completed';
  return script.fail === 'cancelled' ? 'cancelled' : 'failed';
}

/** Whole percents. */
export function readJobProgress(job: VideoJob, nowMs: number): number {
  const { queuedMs, runningMs } = job.script;
  if (readState(job, nowMs) === 'queued') return 0;
  const share = (nowMs - job.createdAtMs - queuedMs) / Math.max(1, runningMs);
  return Math.min(readState(job, nowMs) === 'running' ? 99 : 100, Math.floor(share * 100));
}

export function countMadeSeconds({ script, seconds }: VideoJob): number {
  return script.madeSeconds ?? seconds;
}

export function findEndMs({ createdAtMs, script }: VideoJob): number {
  return createdAtMs + script.queuedMs + script.runningMs;
}

export interface JobView {
  readonly job: VideoJob;
  readonly state: JobState;
  readonly nowMs: number;
  /** The public URL of the result. */
  readonly contentUrl: string;
}

/** How one provider of videos looks on the wire. */
export interface VideoWire {
  readonly name: string;
  /** Left out: it is a bearer token. */
  readonly readKey?: Protocol['readKey'];
  readonly makeJobId: (id: string) => string;
  /** Left out: a public URL. */
  readonly makeContentUrl?: (host: string, job: VideoJob) => string;
  /** The model where a protocol has it in the path; otherwise empty. */
  readonly readOrder: (body: Fields, model: string) => ReadOrder;
  readonly renderAccepted: (view: JobView) => object;
  readonly renderJob: (view: JobView) => object;
  readonly errors: Protocol['errors'] & { notFound(id: string): ErrorAnswer };
}
