import { UsedSeals } from './used-seals';

const rememberMs = 1_000;

describe('the memory of used seals', () => {
  it('accepts each id once while it is remembered', () => {
    for (const startMs of [0, 300, 700]) {
      const seals = new UsedSeals({ rememberMs });
      // The first id begins a generation at another time than the one that is looked at.
      seals.add(1, 0);
      expect(seals.add(2, startMs)).toBe(true);
      for (let ageMs = 0; ageMs < rememberMs; ageMs += 50) {
        seals.add(100 + ageMs, startMs + ageMs);
        expect([ageMs, seals.add(2, startMs + ageMs)]).toEqual([ageMs, false]);
      }
    }
  });

  it('forgets ids after two generations', () => {
    const used = new UsedSeals({ rememberMs });
    used.add(1, 0);
    expect(used.add(1, 2 * rememberMs)).toBe(true);
  });

  it('forgets the oldest ids when there are too many', () => {
    const used = new UsedSeals({ rememberMs, idsMax: 3 });
    for (let id = 1; id <= 7; id++) expect(used.add(id, 0)).toBe(true);
    // Generations: 1-3 dropped, 4-6 older, 7 recent.
    expect([4, 5, 6, 7].map((id) => used.add(id, 0))).toEqual([false, false, false, false]);
    expect(used.add(1, 0)).toBe(true);
  });

  it('remembers across a clock that is set back', () => {
    const used = new UsedSeals({ rememberMs });
    used.add(1, 10_000);
    expect(used.add(1, 4_000)).toBe(false);
  });
});
