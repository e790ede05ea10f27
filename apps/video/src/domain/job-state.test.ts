import { formerStates, isOver, jobStates, type JobState } from './job-state';

/** Every state that can be reached from one, by any number of steps. */
function listLater(from: JobState, seen = new Set<JobState>()): Set<JobState> {
  for (const [to, former] of Object.entries(formerStates) as [JobState, JobState[]][]) {
    if (former.includes(from) && !seen.has(to)) listLater(to, seen.add(to));
  }
  return seen;
}

describe('the states of a job', () => {
  it('can all be reached from the first', () => {
    expect(listLater('admitting')).toEqual(new Set(jobStates.slice(1)));
  });

  it.each(['completed', 'failed'] as const)('end with %s', (state) => {
    expect(listLater(state)).toEqual(new Set());
    expect(isOver(state)).toBe(true);
  });

  it('end only after the money was settled', () => {
    expect([...formerStates.completed, ...formerStates.failed]).toEqual(['settling', 'settling']);
  });

  it('never go back to the submit', () => {
    expect(listLater('submitted')).toEqual(new Set(['settling', 'completed', 'failed']));
  });
});
