/** From the first row of a job to its end. */
export const jobStates = [
  /** Not admitted yet. */
  'admitting',
  /** The book holds its worst case. */
  'held',
  /** Being submitted to a provider. */
  'submitting',
  /** A provider does it. */
  'submitted',
  /** Its verdict is final; its hold is not settled yet. */
  'settling',
  'completed',
  'failed',
] as const;
export type JobState = (typeof jobStates)[number];

/** The states that may precede each state; every change is a compare-and-set against them. */
export const formerStates: Readonly<Record<Exclude<JobState, 'admitting'>, readonly JobState[]>> = {
  held: ['admitting'],
  // Again, when the next provider is tried.
  submitting: ['held', 'submitting'],
  submitted: ['submitting'],
  settling: ['admitting', 'held', 'submitting', 'submitted'],
  completed: ['settling'],
  failed: ['settling'],
};

export function isOver(state: JobState): state is 'completed' | 'failed' {
  return state === 'completed' || state === 'failed';
}
