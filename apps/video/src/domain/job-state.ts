/** From the first row of a job to its end. */
export const jobStates = [
  /** Nobody has let it in yet. */
  'admitting',
  /** The book holds its worst case. */
  'held',
  /** A provider is being asked to do it. */
  'submitting',
  /** A provider does it. */
  'submitted',
  /** Its verdict stands; the money does not follow it yet. */
  'settling',
  'completed',
  'failed',
] as const;
export type JobState = (typeof jobStates)[number];

/** Which states a job may come from: whoever changes one compares and sets with these. */
export const formerStates: Readonly<Record<Exclude<JobState, 'admitting'>, readonly JobState[]>> = {
  held: ['admitting'],
  // Again, when the next provider is asked.
  submitting: ['held', 'submitting'],
  submitted: ['submitting'],
  settling: ['admitting', 'held', 'submitting', 'submitted'],
  completed: ['settling'],
  failed: ['settling'],
};

export function isOver(state: JobState): state is 'completed' | 'failed' {
  return state === 'completed' || state === 'failed';
}
