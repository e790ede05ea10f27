import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { planRounds, type Lane } from './e2e-lanes';

const suites = readdirSync(join(__dirname, '../../../apps/e2e/src'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `/apps/e2e/src/${name}`);

function readPattern(lane: Lane | undefined): RegExp {
  const [argument = ''] = lane?.jestArguments ?? [];
  return new RegExp(argument.replace('--testPathIgnorePatterns=', ''));
}

/** How often a round runs each suite. */
function countRuns([busy, patient]: readonly Lane[]): readonly number[] {
  const [ignored, taken] = [readPattern(busy), readPattern(patient)];
  return suites.map((name) => Number(!ignored.test(name)) + Number(taken.test(name)));
}

const longSuites = 5;

describe('the rounds of the end-to-end suites', () => {
  it('are one that leaves out the long suites', () => {
    const [round = [], ...others] = planRounds([], false);
    expect(others).toEqual([]);
    expect(countRuns(round).filter((count) => count === 0)).toHaveLength(longSuites);
    expect(countRuns(round).filter((count) => count > 1)).toEqual([]);
    expect(suites.filter((name) => readPattern(round[1]).test(name))).toHaveLength(25);
  });

  it('are two in a full run: every suite meets both shapes, the long ones choose theirs', () => {
    const [first = [], second = []] = planRounds([], true);
    expect(new Set(countRuns(first))).toEqual(new Set([1]));
    expect(countRuns(second).filter((count) => count === 0)).toHaveLength(longSuites);
    const shapes = [first, second].map((round) =>
      round.map(({ environment }) => environment['TEST_SHAPE']),
    );
    expect(shapes).toEqual([
      ['together', 'apart'],
      ['apart', 'together'],
    ]);
  });

  it('give each lane a stack of its own', () => {
    const lanes = planRounds([], true).flat();
    expect(new Set(lanes.map(({ environment }) => environment['TEST_LANE'])).size).toBe(4);
  });

  it('have one lane for a selection of suites', () => {
    expect(planRounds(['byok'], false)).toEqual([[{ jestArguments: ['byok'], environment: {} }]]);
  });
});
