import type { HealthMetrics } from './health-metrics';
import { RetryBudget } from './retry-budget';
import { RouteHealth, type HealthUpdate } from './route-health';

const metrics: HealthMetrics = {
  countAttempt: () => undefined,
  countFault: () => undefined,
  setIsolated: () => undefined,
};
const probeMs = 30_000;

type Change = Extract<HealthUpdate, { kind: 'change' }>;

interface Watch {
  readonly health: RouteHealth;
  readonly changes: Change[];
  readonly news: HealthUpdate[];
  nowMs: number;
}

function watch(): Watch {
  const changes: Change[] = [];
  const news: HealthUpdate[] = [];
  const health: RouteHealth = new RouteHealth({
    probeMs,
    getNowMs: () => made.nowMs,
    onUpdate: (told) => void (told.kind === 'change' ? changes.push(told) : news.push(told)),
    metrics,
  });
  const made: Watch = { health, changes, news, nowMs: 1_000_000 };
  return made;
}

type Step = 'good' | 'gone' | 'bad a' | 'bad b' | `wait ${number}`;

function take(watched: Watch, steps: readonly Step[], routeId = 'r'): void {
  for (const step of steps) {
    const [word, rest = ''] = step.split(' ');
    const outcome = { routeId, walletId: rest, startedAtMs: watched.nowMs };
    if (word === 'wait') watched.nowMs += Number(rest);
    else if (word === 'good') watched.health.noteSuccess(outcome);
    else watched.health.noteFailure(outcome, word === 'gone' ? 'unreachable' : 'failed');
  }
}

const times = (count: number, ...steps: Step[]): Step[] =>
  Array.from({ length: count }, () => steps).flat();

describe('the breaker of a route', () => {
  it.each<[string, boolean, Step[]]>([
    ['four failures', true, times(4, 'gone')],
    ['five failures', false, times(5, 'gone')],
    ['five failures among the last twenty', false, times(5, 'gone', 'good', 'good', 'good')],
    ['failures that twenty calls lie between', true, times(6, 'gone', ...times(5, 'good'))],
    ['five failures over more than 30 s', true, times(5, 'gone', 'wait 7600')],
    ['five failures within 30 s', false, times(5, 'gone', 'wait 7000')],
    ['answers that failed for one caller', true, times(20, 'bad a')],
    ['answers that failed for two callers', false, [...times(4, 'bad a'), 'bad b']],
    ['two callers, one of them long ago', true, ['bad b', 'wait 31000', ...times(6, 'bad a')]],
    [
      'one caller’s failures beside lost connections',
      true,
      [...times(9, 'bad a'), ...times(4, 'gone')],
    ],
    ['both kinds together', false, ['bad a', 'bad b', 'gone', 'gone', 'gone']],
    ['nothing at all', true, []],
  ])('after %s leaves it healthy: %s', (_what, isHealthy, steps) => {
    const watched = watch();
    take(watched, steps);
    expect(watched.health.isHealthy('r')).toBe(isHealthy);
    expect(watched.health.isHealthy('another')).toBe(true);
    expect(watched.changes).toHaveLength(isHealthy ? 0 : 1);
  });

  it('allows one probe in each interval, and closes after a success', () => {
    const watched = watch();
    const { health } = watched;
    take(watched, times(5, 'gone'));
    expect(health.claimProbe('r')).toBe(false);
    watched.nowMs += probeMs;
    expect([health.claimProbe('r'), health.claimProbe('r')]).toEqual([true, false]);
    take(watched, ['gone']);
    expect(health.isHealthy('r')).toBe(false);
    watched.nowMs += probeMs;
    expect(health.claimProbe('r')).toBe(true);
    take(watched, ['good']);
    expect(health.isHealthy('r')).toBe(true);
    expect(watched.changes.map(({ isOpen }) => isOpen)).toEqual([true, false]);
    take(watched, times(4, 'gone'));
    expect(health.isHealthy('r')).toBe(true);
  });

  it('never probes a healthy route', () => {
    const { health } = watch();
    expect(health.claimProbe('r')).toBe(false);
  });
});

describe('updates of other relays', () => {
  it.each<[string, Partial<Change>[], boolean]>([
    ['that it is isolated', [{ isOpen: true }], false],
    ['that it is back', [{ isOpen: true }, { isOpen: false, atMs: 1_000_002 }], true],
    ['late news', [{ isOpen: true }, { isOpen: false, atMs: 999_999 }], false],
  ])('are applied: %s', (_what, news, isHealthy) => {
    const { health, changes } = watch();
    const word = { kind: 'change', routeId: 'r', isOpen: true, atMs: 1_000_001 } as const;
    for (const part of news) health.adopt({ ...word, ...part });
    expect(health.isHealthy('r')).toBe(isHealthy);
    expect(changes).toEqual([]);
  });

  const hear = ({ health, nowMs }: Watch, walletId: string, agoMs = 0): void =>
    health.adopt({
      kind: 'failures',
      routeId: 'r',
      witnesses: [{ walletId, atMs: nowMs - agoMs }],
    });

  it.each<[string, boolean, (watched: Watch) => void]>([
    ['another caller', false, (watched) => hear(watched, 'b')],
    ['the same caller', true, (watched) => hear(watched, 'a')],
    ['another caller long ago', true, (watched) => hear(watched, 'b', 31_000)],
    [
      'another caller, then the same one twice',
      false,
      (watched) => ['b', 'a', 'a'].forEach((walletId) => hear(watched, walletId)),
    ],
  ])('count for failed answers: of %s leaves it healthy: %s', (_what, isHealthy, listen) => {
    const watched = watch();
    take(watched, times(4, 'bad a'));
    listen(watched);
    expect(watched.health.isHealthy('r')).toBe(true);
    take(watched, ['bad a']);
    expect(watched.health.isHealthy('r')).toBe(isHealthy);
  });

  it('about failures are outdated when the route works again', () => {
    const watched = watch();
    hear(watched, 'b');
    take(watched, times(5, 'bad a'));
    watched.nowMs += 10;
    take(watched, ['good']);
    expect(watched.health.isHealthy('r')).toBe(true);
    // The same update is received again each second.
    hear(watched, 'b', 10);
    take(watched, times(5, 'bad a'));
    expect(watched.health.isHealthy('r')).toBe(true);
  });

  it('about a pause are kept like an own one, the longest of them', () => {
    const watched = watch();
    const { health, nowMs } = watched;
    for (const untilMs of [nowMs + 20_000, nowMs + 5_000])
      health.adopt({ kind: 'rest', routeId: 'r', untilMs });
    watched.nowMs += 19_999;
    expect(health.isHealthy('r')).toBe(false);
    watched.nowMs += 1;
    expect(health.isHealthy('r')).toBe(true);
    expect(watched.news).toEqual([]);
  });

  it('are sent by this relay: pauses, and whose calls failed', () => {
    const watched = watch();
    const { nowMs } = watched;
    watched.health.noteRetryAfter('r', 20);
    watched.health.noteRetryAfter('r', 10);
    take(watched, ['gone', 'bad a', 'bad b', 'bad a']);
    expect(watched.news.slice(0, 2)).toEqual([
      { kind: 'rest', routeId: 'r', untilMs: nowMs + 20_000 },
      { kind: 'failures', routeId: 'r', witnesses: [{ walletId: 'a', atMs: nowMs }] },
    ]);
    expect(watched.news.at(-1)).toMatchObject({
      witnesses: [{ walletId: 'a' }, { walletId: 'b' }],
    });
  });

  it('do not override what was found here since', () => {
    const watched = watch();
    take(watched, times(5, 'gone'));
    watched.nowMs += 10;
    take(watched, ['good']);
    const atMs = watched.nowMs - 5;
    watched.health.adopt({ kind: 'change', routeId: 'r', isOpen: true, atMs });
    expect(watched.health.isHealthy('r')).toBe(true);
  });
});

describe('a provider that asks for a pause', () => {
  it('is asked last until the pause is over', () => {
    const watched = watch();
    watched.health.noteRetryAfter('r', 7);
    watched.health.noteRetryAfter('r', 2);
    expect(watched.health.isHealthy('r')).toBe(false);
    watched.nowMs += 6_999;
    expect(watched.health.isHealthy('r')).toBe(false);
    watched.nowMs += 1;
    expect(watched.health.isHealthy('r')).toBe(true);
  });

  it('is not paused for ever', () => {
    const watched = watch();
    watched.health.noteRetryAfter('r', 1e9);
    watched.nowMs += 3_600_000;
    expect(watched.health.isHealthy('r')).toBe(true);
  });
});

describe('the budget of retries', () => {
  it.each([
    [0, 0, false],
    [1, 0, true],
    [1, 1, false],
    [5, 1, false],
    [6, 1, true],
    [100, 19, true],
    [100, 20, false],
  ])('of %d calls and %d retries has room: %s', (calls, retries, hasRoom) => {
    const budget = new RetryBudget(0);
    for (let count = 0; count < calls; count++) budget.note(false, 1);
    for (let count = 0; count < retries; count++) budget.note(true, 1);
    expect(budget.mayRetry(2)).toBe(hasRoom);
  });

  it('considers the last minute or two', () => {
    const budget = new RetryBudget(0);
    for (let count = 0; count < 100; count++) budget.note(false, 1);
    expect(budget.mayRetry(70_000)).toBe(true);
    expect(budget.mayRetry(200_000)).toBe(false);
  });

  it('gives an isolated route no retries', () => {
    const watched = watch();
    watched.health.noteAttempt('r', false);
    expect(watched.health.mayRetry('r')).toBe(true);
    take(watched, times(5, 'gone'));
    expect(watched.health.mayRetry('r')).toBe(false);
  });
});
