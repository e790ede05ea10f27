import fc from 'fast-check';
import { chooseInstance, hashText, type Choosable } from './choose-instance';

interface Instance extends Choosable {
  readonly name: string;
  isUp: boolean;
  active: number;
}

function make(name: string, more: Partial<Instance> = {}): Instance {
  return { name, seed: hashText(name), isUp: true, active: 0, ...more };
}

const makeMany = (count: number): Instance[] =>
  Array.from({ length: count }, (_, index) => make(`http://10.0.0.${index}:8080`));

const keys = Array.from({ length: 4_000 }, (_, index) => hashText(`key_${index}`));
const counts = fc.integer({ min: 2, max: 12 });

describe('the choice of an instance', () => {
  it('is the same for the same key, whatever the order of the instances', () => {
    fc.assert(
      fc.property(counts, fc.string(), (count, text) => {
        const instances = makeMany(count);
        const key = hashText(text);
        expect(chooseInstance(instances.toReversed(), key)).toBe(chooseInstance(instances, key));
      }),
    );
  });

  it('spreads keys evenly over the instances', () => {
    for (const count of [2, 3, 5, 8]) {
      const instances = makeMany(count);
      const shares = new Map<Instance | undefined, number>();
      for (const key of keys) {
        const chosen = chooseInstance(instances, key);
        shares.set(chosen, (shares.get(chosen) ?? 0) + 1);
      }
      const average = keys.length / count;
      expect(shares.size).toBe(count);
      for (const share of shares.values()) {
        expect(share).toBeGreaterThan(average * 0.8);
        expect(share).toBeLessThan(average * 1.2);
      }
    }
  });

  it('moves only keys of the instance that goes, and only to the one that comes', () => {
    fc.assert(
      fc.property(counts, fc.nat(), (count, pick) => {
        const all = makeMany(count);
        const gone = all[pick % count]!;
        const rest = all.filter((instance) => instance !== gone);
        let moved = 0;
        for (const key of keys) {
          const before = chooseInstance(rest, key);
          const after = chooseInstance(all, key);
          if (before === after) continue;
          expect(after).toBe(gone);
          moved += 1;
        }
        expect(moved).toBeLessThan((keys.length / count) * 1.25);
      }),
      { numRuns: 20 },
    );
  });

  it('chooses no instance that is down while another is up, and one when all are down', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 8 }), fc.nat(), (ups, key) => {
        const instances = ups.map((isUp, index) => make(`http://a${index}`, { isUp }));
        const chosen = chooseInstance(instances, key);
        expect(chosen?.isUp).toBe(ups.includes(true));
      }),
    );
  });

  it('bounds the load of one instance, also when all requests have one key', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 600 }), fc.nat(), (count, total, key) => {
        const instances = makeMany(count);
        for (let request = 0; request < total; request++) {
          chooseInstance(instances, key)!.active += 1;
        }
        const most = Math.max(...instances.map(({ active }) => active));
        expect(most).toBeLessThanOrEqual(Math.max(16, Math.ceil((1.25 * total) / count)));
      }),
      { numRuns: 50 },
    );
  });

  it('keeps the few requests of a quiet key on one instance', () => {
    const instances = makeMany(4);
    const chosen = Array.from({ length: 16 }, () => {
      const instance = chooseInstance(instances, 7)!;
      instance.active += 1;
      return instance.name;
    });
    expect(new Set(chosen).size).toBe(1);
  });

  it('passes over instances that were tried, and ends when all were', () => {
    const instances = makeMany(3);
    const tried: Instance[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const next = chooseInstance(instances, 7, tried)!;
      expect(tried).not.toContain(next);
      tried.push(next);
    }
    expect(chooseInstance(instances, 7, tried)).toBeUndefined();
  });
});
