import { KnownCounts, type KnownCount } from './known-counts';

const minute = 1_800_000_000_000;
const window = (count: number, resetAtSeconds = 1_800_000_060) => ({
  count,
  resetAtSeconds,
  secondsLeft: 10,
  blockedSeconds: 0,
});

function setUp(instances = 1) {
  const time = { nowMs: minute };
  const counts = new KnownCounts({ clock: { nowMs: () => time.nowMs }, instances });
  const get = (): KnownCount => counts.get('inference', 'user_1');
  return { time, counts, get };
}

describe('known counts', () => {
  it('are forgotten with their minute', () => {
    const { time, counts, get } = setUp();
    counts.note(get(), window(1));
    expect(counts.foresee(get(), 200)).toBe(true);
    expect(get().count).toBe(2);
    time.nowMs = minute + 60_000;
    expect(counts.foresee(get(), 200)).toBe(false);
    counts.note(get(), window(1, 1_800_000_120));
    expect(get().count).toBe(1);
    expect(counts.foresee(get(), 200)).toBe(true);
  });

  it('foresee nothing before something was heard, or after a block', () => {
    const { counts, get } = setUp();
    expect(counts.foresee(get(), 200)).toBe(false);
    counts.note(get(), window(1));
    counts.note(get(), { ...window(0), blockedSeconds: 300 });
    expect(counts.foresee(get(), 200)).toBe(false);
  });

  it('take the calls on their way for counted ones', () => {
    const { counts, get } = setUp();
    counts.note(get(), window(1));
    get().waiting = 9;
    expect(counts.foresee(get(), 20)).toBe(false);
    get().waiting = 8;
    expect(counts.foresee(get(), 20)).toBe(true);
  });

  it('keep those on their way when the minute changes', () => {
    const { counts, get } = setUp();
    const waiting = get();
    waiting.waiting = 1;
    const idle = counts.get('inference', 'user_2');
    counts.note(counts.get('inference', 'user_3'), window(1));
    expect(get()).toBe(waiting);
    expect(counts.get('inference', 'user_2')).not.toBe(idle);
  });

  it('hear an answer of the minute before without being misled', () => {
    const { counts, get } = setUp();
    counts.note(get(), window(1, 1_800_000_120));
    counts.note(get(), window(19));
    expect(get()).toMatchObject({ count: 1, resetAtSeconds: 1_800_000_120 });
  });

  it('let one call in a hundred go ahead where there are more edges, or else one', () => {
    for (const [limit, passed] of [
      [20, 1],
      [200, 2],
      [1_000, 10],
    ] as const) {
      const { counts, get } = setUp(2);
      counts.note(get(), window(1));
      for (let call = 0; call < passed; call++) expect(counts.foresee(get(), limit)).toBe(true);
      expect(counts.foresee(get(), limit)).toBe(false);
      get().waiting = counts.takeAhead(get());
      expect(counts.foresee(get(), limit)).toBe(false);
      get().waiting = 0;
      expect(counts.foresee(get(), limit)).toBe(true);
    }
  });

  it('know of the calls that went ahead what a count that left before them cannot', () => {
    const { counts, get } = setUp();
    counts.note(get(), window(1));
    for (let call = 0; call < 3; call++) counts.foresee(get(), 200);
    counts.note(get(), window(7));
    expect(get().count).toBe(10);
  });

  it('drop calls that went ahead in a minute that is over', () => {
    const { time, counts, get } = setUp();
    counts.note(get(), window(1));
    counts.foresee(get(), 200);
    time.nowMs = minute + 60_000;
    expect(counts.takeAhead(get())).toBe(0);
    expect(get().ahead).toBe(0);
  });

  it.each([1, 2, 5])('let %i edges together pass fewer than the limit unseen', (instances) => {
    const limit = 20;
    let passed = 0;
    for (let edge = 0; edge < instances; edge++) {
      const { counts, get } = setUp(instances);
      counts.note(get(), window(1));
      while (counts.foresee(get(), limit)) passed += 1;
    }
    expect(passed).toBeLessThan(limit);
  });
});
