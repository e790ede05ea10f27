import { RateEstimates, type RateEstimate } from './rate-estimates';

const minute = 1_800_000_000_000;
const window = (count: number, resetAtSeconds = 1_800_000_060) => ({
  count,
  resetAtSeconds,
  secondsLeft: 10,
  blockedSeconds: 0,
});

function setUp(instances = 1) {
  const time = { nowMs: minute };
  const counts = new RateEstimates({ clock: { nowMs: () => time.nowMs }, instances });
  const get = (): RateEstimate => counts.get('inference', 'user_1');
  return { time, counts, get };
}

describe('rate estimates', () => {
  it('end with their minute', () => {
    const { time, counts, get } = setUp();
    counts.update(get(), window(1));
    expect(counts.admit(get(), 200)).toBe(true);
    expect(get().count).toBe(2);
    time.nowMs = minute + 60_000;
    expect(counts.admit(get(), 200)).toBe(false);
    counts.update(get(), window(1, 1_800_000_120));
    expect(get().count).toBe(1);
    expect(counts.admit(get(), 200)).toBe(true);
  });

  it('admit no call before the first count, or after a block', () => {
    const { counts, get } = setUp();
    expect(counts.admit(get(), 200)).toBe(false);
    counts.update(get(), window(1));
    counts.update(get(), { ...window(0), blockedSeconds: 300 });
    expect(counts.admit(get(), 200)).toBe(false);
  });

  it('include calls whose counting is under way', () => {
    const { counts, get } = setUp();
    counts.update(get(), window(1));
    get().inFlight = 9;
    expect(counts.admit(get(), 20)).toBe(false);
    get().inFlight = 8;
    expect(counts.admit(get(), 20)).toBe(true);
  });

  it('are kept over the turn of the minute while calls are being counted', () => {
    const { counts, get } = setUp();
    const waiting = get();
    waiting.inFlight = 1;
    const idle = counts.get('inference', 'user_2');
    counts.update(counts.get('inference', 'user_3'), window(1));
    expect(get()).toBe(waiting);
    expect(counts.get('inference', 'user_2')).not.toBe(idle);
  });

  it('ignore a late count of the previous minute', () => {
    const { counts, get } = setUp();
    counts.update(get(), window(1, 1_800_000_120));
    counts.update(get(), window(19));
    expect(get()).toMatchObject({ count: 1, resetAtSeconds: 1_800_000_120 });
  });

  it('admit 1 % of the limit, at least one call, when several edges share it', () => {
    for (const [limit, passed] of [
      [20, 1],
      [200, 2],
      [1_000, 10],
    ] as const) {
      const { counts, get } = setUp(2);
      counts.update(get(), window(1));
      for (let call = 0; call < passed; call++) expect(counts.admit(get(), limit)).toBe(true);
      expect(counts.admit(get(), limit)).toBe(false);
      get().inFlight = counts.takeUncounted(get());
      expect(counts.admit(get(), limit)).toBe(false);
      get().inFlight = 0;
      expect(counts.admit(get(), limit)).toBe(true);
    }
  });

  it('add uncounted calls to a count that was sent before them', () => {
    const { counts, get } = setUp();
    counts.update(get(), window(1));
    for (let call = 0; call < 3; call++) counts.admit(get(), 200);
    counts.update(get(), window(7));
    expect(get().count).toBe(10);
  });

  it('drop uncounted calls of a minute that is over', () => {
    const { time, counts, get } = setUp();
    counts.update(get(), window(1));
    counts.admit(get(), 200);
    time.nowMs = minute + 60_000;
    expect(counts.takeUncounted(get())).toBe(0);
    expect(get().uncounted).toBe(0);
  });

  it.each([1, 2, 5])(
    'of %i edges together admit fewer uncounted calls than the limit',
    (instances) => {
      const limit = 20;
      let passed = 0;
      for (let edge = 0; edge < instances; edge++) {
        const { counts, get } = setUp(instances);
        counts.update(get(), window(1));
        while (counts.admit(get(), limit)) passed += 1;
      }
      expect(passed).toBeLessThan(limit);
    },
  );
});
