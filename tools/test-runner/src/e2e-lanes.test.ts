import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { planLanes } from './e2e-lanes';

const suites = readdirSync(join(__dirname, '../../../apps/e2e/src'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `/apps/e2e/src/${name}`);

describe('the lanes of the end-to-end suites', () => {
  function countLanes(isFull: boolean): { lanes: readonly number[]; patient: number } {
    const [busy, patient] = planLanes([], isFull);
    const ignored = new RegExp(busy?.jestArguments[0]?.split('=')[1] ?? '^$');
    const taken = new RegExp(patient?.jestArguments[0] ?? '^$');
    return {
      lanes: suites.map((name) => Number(!ignored.test(name)) + Number(taken.test(name))),
      patient: suites.filter((name) => taken.test(name)).length,
    };
  }

  it('hold every suite once in a full run', () => {
    const { lanes, patient } = countLanes(true);
    expect(new Set(lanes)).toEqual(new Set([1]));
    expect(patient).toBe(23);
  });

  it('leave out one long suite otherwise', () => {
    const { lanes, patient } = countLanes(false);
    expect(lanes.filter((count) => count === 0)).toHaveLength(1);
    expect(patient).toBe(22);
  });

  it('are one for a selection of suites', () => {
    expect(planLanes(['byok'], false)).toEqual([{ jestArguments: ['byok'], environment: {} }]);
  });
});
