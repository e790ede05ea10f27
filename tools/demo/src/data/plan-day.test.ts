import { planDay, type Program } from './plan-day';
import { createRandom, pick } from './random';

const day: Program = { name: 'day', weight: 1, models: [{ id: 'a', weight: 1 }], tokens: 100 };
const night: Program = { ...day, name: 'night', isNightly: true };
const monday = new Date('2026-11-02T00:00:00Z');
const sunday = new Date('2026-11-01T00:00:00Z');

function countCalls(date: Date, progress: number): number {
  const hours = planDay(createRandom(1), [day, night], { date, progress, callsPerHour: 100 });
  return hours.reduce((sum, { calls }) => sum + calls.length, 0);
}

describe('the traffic of a demo day', () => {
  it('is the same for the same seed', () => {
    const plan = () =>
      planDay(createRandom(7), [day, night], { date: monday, progress: 0.5, callsPerHour: 5 });
    expect(plan()).toEqual(plan());
  });

  it('is less on a weekend and more at the end of the month', () => {
    expect(countCalls(sunday, 0.5)).toBeLessThan(countCalls(monday, 0.5) / 2);
    expect(countCalls(monday, 1)).toBeGreaterThan(countCalls(monday, 0));
  });

  it('has only nightly programs at night', () => {
    const options = { date: monday, progress: 0.5, callsPerHour: 20 };
    const [first] = planDay(createRandom(1), [day, night], options);
    expect(new Set(first?.calls.map(({ program }) => program.name))).toEqual(new Set(['night']));
    expect(planDay(createRandom(1), [day], options)[0]?.calls).toEqual([]);
  });
});

describe('a weighted choice', () => {
  it('never picks an entry without weight', () => {
    const random = createRandom(3);
    const entries = [
      { id: 'a', weight: 0 },
      { id: 'b', weight: 2 },
    ];
    const picked = Array.from({ length: 100 }, () => pick(random, entries).id);
    expect(new Set(picked)).toEqual(new Set(['b']));
  });
});
