import type { RouteFault, RouteObserver, RouteOutcome } from '../pipeline/route-observer';
import type { HealthMetrics } from './health-metrics';
import { RetryBudget } from './retry-budget';
import { RouteBreaker, type BreakerChange } from './route-breaker';

/** A change that other relays should hear of. */
export interface HealthChange {
  readonly routeId: string;
  readonly isOpen: boolean;
  readonly atMs: number;
}

export interface RouteState {
  readonly routeId: string;
  readonly state: 'closed' | 'open';
  readonly openedAtMs: number | undefined;
  readonly restsUntilMs: number | undefined;
  readonly recentFailures: number;
}

export interface RouteHealthOptions {
  readonly probeMs: number;
  readonly getNowMs: () => number;
  /** A finding of this relay's own. */
  readonly onChange: (change: HealthChange) => void;
  readonly metrics: HealthMetrics;
}

interface Watched {
  readonly breaker: RouteBreaker;
  readonly budget: RetryBudget;
  restsUntilMs: number;
  /** When the breaker last changed, here or at another relay. */
  changedAtMs: number;
}

/** More than any catalog has routes in use. */
const routesMax = 20_000;
const restSecondsMax = 3_600;

/** What this relay, and what it heard from others, knows about the health of routes. */
export class RouteHealth implements RouteObserver {
  readonly #options: RouteHealthOptions;
  readonly #routes = new Map<string, Watched>();

  constructor(options: RouteHealthOptions) {
    this.#options = options;
  }

  isHealthy(routeId: string): boolean {
    const watched = this.#routes.get(routeId);
    if (watched === undefined) return true;
    return !watched.breaker.isOpen && watched.restsUntilMs <= this.#options.getNowMs();
  }

  /** Whether this call is the one that finds out if an isolated route is back. */
  claimProbe(routeId: string): boolean {
    const nowMs = this.#options.getNowMs();
    const watched = this.#routes.get(routeId);
    return (
      watched !== undefined && watched.restsUntilMs <= nowMs && watched.breaker.claimProbe(nowMs)
    );
  }

  noteAttempt(routeId: string, isRetry: boolean): void {
    this.#options.metrics.countAttempt(routeId, isRetry);
    this.#watch(routeId).budget.note(isRetry, this.#options.getNowMs());
  }

  mayRetry(routeId: string): boolean {
    const { breaker, budget } = this.#watch(routeId);
    return !breaker.isOpen && budget.mayRetry(this.#options.getNowMs());
  }

  noteSuccess(outcome: RouteOutcome): void {
    this.#note(outcome, undefined);
  }

  noteFailure(outcome: RouteOutcome, fault: RouteFault): void {
    this.#options.metrics.countFault(outcome.routeId, fault);
    this.#note(outcome, fault);
  }

  noteRetryAfter(routeId: string, seconds: number): void {
    const restMs = Math.min(seconds, restSecondsMax) * 1_000;
    const watched = this.#watch(routeId);
    watched.restsUntilMs = Math.max(watched.restsUntilMs, this.#options.getNowMs() + restMs);
  }

  /** What another relay found out; the later word counts. */
  adopt({ atMs, isOpen, routeId }: HealthChange): void {
    const watched = this.#watch(routeId);
    if (atMs <= watched.changedAtMs) return;
    watched.changedAtMs = atMs;
    if (isOpen && !watched.breaker.isOpen) watched.breaker.open(atMs);
    else if (!isOpen && watched.breaker.isOpen) watched.breaker.close();
    this.#options.metrics.setIsolated(routeId, isOpen);
  }

  listStates(): RouteState[] {
    const nowMs = this.#options.getNowMs();
    return [...this.#routes].map(([routeId, { breaker, restsUntilMs }]) => ({
      routeId,
      state: breaker.isOpen ? 'open' : 'closed',
      openedAtMs: breaker.openedAtMs,
      restsUntilMs: restsUntilMs > nowMs ? restsUntilMs : undefined,
      recentFailures: breaker.countFailures(nowMs),
    }));
  }

  #note({ routeId, ...call }: RouteOutcome, fault: RouteFault | undefined): void {
    const atMs = this.#options.getNowMs();
    const watched = this.#watch(routeId);
    const change: BreakerChange | undefined = watched.breaker.note({ ...call, atMs, fault });
    if (change === undefined) return;
    watched.changedAtMs = atMs;
    this.#options.metrics.setIsolated(routeId, change === 'opened');
    this.#options.onChange({ routeId, isOpen: change === 'opened', atMs });
  }

  #watch(routeId: string): Watched {
    let watched = this.#routes.get(routeId);
    if (watched === undefined) {
      if (this.#routes.size >= routesMax) this.#forgetOldest();
      watched = {
        breaker: new RouteBreaker(this.#options.probeMs),
        budget: new RetryBudget(this.#options.getNowMs()),
        restsUntilMs: 0,
        changedAtMs: 0,
      };
      this.#routes.set(routeId, watched);
    }
    return watched;
  }

  #forgetOldest(): void {
    const [oldest] = this.#routes.keys();
    if (oldest !== undefined) this.#routes.delete(oldest);
  }
}
