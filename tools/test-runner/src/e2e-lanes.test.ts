import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { planLanes } from './e2e-lanes';

const suites = readdirSync(join(__dirname, '../../../apps/e2e/src'))
  .filter((name) => name.endsWith('.e2e.ts'))
  .map((name) => `/apps/e2e/src/${name}`);

describe('the lanes of the end-to-end suites', () => {
  it('hold every suite once', () => {
    const [busy, patient] = planLanes([]);
    const ignored = new RegExp(busy?.jestArguments[0]?.split('=')[1] ?? '^$');
    const taken = new RegExp(patient?.jestArguments[0] ?? '^$');
    const lanes = suites.map((name) => Number(!ignored.test(name)) + Number(taken.test(name)));
    expect(new Set(lanes)).toEqual(new Set([1]));
    expect(suites.filter((name) => taken.test(name))).toHaveLength(23);
  });

  it('are one for a selection of suites', () => {
    expect(planLanes(['byok'])).toEqual([{ jestArguments: ['byok'], environment: {} }]);
  });
});
