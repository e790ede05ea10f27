import { LRUCache } from 'lru-cache';
import type { RouteFault, RouteObserver, RouteOutcome } from '../call/attempt/route-observer';
import type { HealthMetrics } from './health-metrics';
import { RetryBudget } from './retry-budget';
import { RouteBreaker, type BreakerChange, type Witness } from './route-breaker';

/** A change that is shared with other relays. */
export type HealthUpdate = { readonly routeId: string } & (
  | { readonly kind: 'change'; readonly isOpen: boolean; readonly atMs: number }
  | { readonly kind: 'rest'; readonly untilMs: number }
  | { readonly kind: 'failures'; readonly witnesses: readonly Witness[] }
);

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
  /** Called for changes that this relay found itself. */
  readonly onUpdate: (update: HealthUpdate) => void;
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

/** The health of provider routes, from attempts of this relay and updates of others. */
export class RouteHealth implements RouteObserver {
  readonly #options: RouteHealthOptions;
  readonly #routes = new LRUCache<string, Watched>({ max: routesMax });

  constructor(options: RouteHealthOptions) {
    this.#options = options;
  }

  isHealthy(routeId: string): boolean {
    const watched = this.#routes.get(routeId);
    if (watched === undefined) return true;
    return !watched.breaker.isOpen && watched.restsUntilMs <= this.#options.getNowMs();
  }

  isProbeDue(routeId: string): boolean {
    const nowMs = this.#options.getNowMs();
    const watched = this.#routes.get(routeId);
    return (
      watched !== undefined && watched.restsUntilMs <= nowMs && watched.breaker.isProbeDue(nowMs)
    );
  }

  claimProbe(routeId: string): boolean {
    return (
      this.isProbeDue(routeId) && this.#watch(routeId).breaker.claimProbe(this.#options.getNowMs())
    );
  }

  releaseProbe(routeId: string): void {
    this.#routes.get(routeId)?.breaker.releaseProbe(this.#options.getNowMs());
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
    const { routeId } = outcome;
    this.#options.metrics.countFault(routeId, fault);
    this.#note(outcome, fault);
    const { breaker } = this.#watch(routeId);
    if (fault === 'failed' && !breaker.isOpen)
      this.#options.onUpdate({ kind: 'failures', routeId, witnesses: breaker.listWitnesses() });
  }

  noteRetryAfter(routeId: string, seconds: number): void {
    const untilMs = this.#options.getNowMs() + seconds * 1_000;
    if (this.#rest(routeId, untilMs))
      this.#options.onUpdate({ kind: 'rest', routeId, untilMs: this.#watch(routeId).restsUntilMs });
  }

  /** Applies an update of another relay. */
  adopt(update: HealthUpdate): void {
    const { routeId } = update;
    if (update.kind === 'rest') this.#rest(routeId, update.untilMs);
    else if (update.kind === 'change') this.#adoptChange(routeId, update);
    else {
      const { breaker, changedAtMs } = this.#watch(routeId);
      // Failures before the last change of the breaker are outdated.
      breaker.addRemote(update.witnesses.filter(({ atMs }) => atMs > changedAtMs));
    }
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

  /** The latest change wins. */
  #adoptChange(
    routeId: string,
    { atMs, isOpen }: { readonly atMs: number; readonly isOpen: boolean },
  ): void {
    const watched = this.#watch(routeId);
    if (atMs <= watched.changedAtMs) return;
    watched.changedAtMs = atMs;
    if (isOpen && !watched.breaker.isOpen) watched.breaker.open(atMs);
    else if (!isOpen && watched.breaker.isOpen) watched.breaker.close();
    this.#options.metrics.setIsolated(routeId, isOpen);
  }

  /** Keeps the longest pause, up to a limit. True when it became longer. */
  #rest(routeId: string, untilMs: number): boolean {
    const watched = this.#watch(routeId);
    const boundMs = this.#options.getNowMs() + restSecondsMax * 1_000;
    const restsUntilMs = Math.min(untilMs, boundMs);
    if (restsUntilMs <= watched.restsUntilMs) return false;
    watched.restsUntilMs = restsUntilMs;
    return true;
  }

  #note({ routeId, ...call }: RouteOutcome, fault: RouteFault | undefined): void {
    const atMs = this.#options.getNowMs();
    const watched = this.#watch(routeId);
    const change: BreakerChange | undefined = watched.breaker.note({ ...call, atMs, fault });
    if (change === undefined) return;
    watched.changedAtMs = atMs;
    this.#options.metrics.setIsolated(routeId, change === 'opened');
    this.#options.onUpdate({ kind: 'change', routeId, isOpen: change === 'opened', atMs });
  }

  #watch(routeId: string): Watched {
    let watched = this.#routes.get(routeId);
    if (watched === undefined) {
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
}
