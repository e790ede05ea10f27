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
