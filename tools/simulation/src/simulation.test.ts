import { listBreaches } from './list-breaches';
import { SimulatedDay, type Aftermath } from './run-seed';

const fixedSeed = Number(process.env['SIMULATION_SEED'] ?? Number.NaN);
const isFull = process.env['TEST_FULL'] === '1';
/** Every run takes other seeds; the full suite takes many more of them. */
const seedCount = isFull ? 10_000 : 300;
const firstSeed = Number.isNaN(fixedSeed)
  ? (Math.floor(Date.now() / 1_000) * 1_000) % 2 ** 32
  : fixedSeed;
/** Days that once went wrong. */
const formerFailures = [1_794_723_228, 1_794_726_391, 3_725_487_879, 3_781_325_568, 3_782_384_788];
const dayMs = 120_000;

async function simulate(seed: number): Promise<Aftermath> {
  jest.useFakeTimers({ now: 1_800_000_000_000, doNotFake: ['nextTick', 'queueMicrotask'] });
  try {
    const day = new SimulatedDay(seed);
    const running = day.run();
    await jest.advanceTimersByTimeAsync(dayMs);
    await running;
    return day.aftermath;
  } finally {
    jest.clearAllTimers();
    jest.useRealTimers();
  }
}

function explain(seed: number, breaches: readonly string[], day: Aftermath): string {
  return [
    `seed ${seed}: ${breaches.length} breaches`,
    ...breaches.slice(0, 10),
    `faults: ${JSON.stringify(day.faults)}`,
    `replay: SIMULATION_SEED=${seed} npm test -- --only unit tools/simulation`,
  ].join('\n');
}

describe('a simulated day of billing', () => {
  it(
    `loses, doubles and invents nothing, from seed ${firstSeed} on`,
    async () => {
      const seeds = Number.isNaN(fixedSeed) ? seedCount : 1;
      let charged = 0;
      let cutShort = 0;
      let leased = 0;
      const range = Array.from({ length: seeds }, (_, index) => firstSeed + index);
      for (const seed of [...formerFailures, ...range]) {
        const day = await simulate(seed);
        const breaches = listBreaches(day);
        if (breaches.length > 0) throw new Error(explain(seed, breaches, day));
        charged += day.told.size;
        cutShort += day.cutShort;
        leased += day.leased;
      }
      // A simulation in which nothing happens would prove nothing.
      expect(charged).toBeGreaterThan(5 * seeds);
      expect(leased).toBeGreaterThan(5 * seeds);
      if (seeds > 1) expect(cutShort).toBeGreaterThan(seeds / 10);
    },
    isFull ? 3_600_000 : 900_000,
  );
});
