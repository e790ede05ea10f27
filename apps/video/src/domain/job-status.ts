import type { Job } from './job';

export type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed';

/** What clients see. A job is over for them only when its money is settled. */
export function getJobStatus({ startedAt, state }: Pick<Job, 'startedAt' | 'state'>): JobStatus {
  if (state === 'completed' || state === 'failed') return state;
  return state === 'settling' || startedAt !== undefined ? 'in_progress' : 'pending';
}
