/** How an attempt ended, as far as it tells something about the route. */
export type RouteFault =
  /** Nobody answered, or not in time. */
  | 'unreachable'
  /** It answered, but with a failure: one caller's prompt may be the reason. */
  | 'failed';

export interface RouteOutcome {
  readonly routeId: string;
  readonly walletId: string;
  readonly startedAtMs: number;
}

/** Learns from attempts which routes work. */
export interface RouteObserver {
  /**
   * For an attempt at an isolated route: true for one attempt in each interval, which finds out
   * whether the route works again.
   */
  claimProbe(routeId: string): boolean;
  /** The attempt said nothing about the route: another one may probe it at once. */
  releaseProbe(routeId: string): void;
  /** Before each attempt; `isRetry` for the second at the same route. */
  noteAttempt(routeId: string, isRetry: boolean): void;
  /** Whether a failed attempt may be made again: retries are a small share of the calls. */
  mayRetry(routeId: string): boolean;
  noteSuccess(outcome: RouteOutcome): void;
  noteFailure(outcome: RouteOutcome, fault: RouteFault): void;
  /** The provider asked to be left alone for a while. */
  noteRetryAfter(routeId: string, seconds: number): void;
}

/** A route as those who watch it describe it. */
export interface WatchedRoute {
  readonly id: string;
  readonly pattern: string;
  readonly provider: string;
  readonly state: 'closed' | 'open';
  readonly openedAtMs: number | undefined;
  readonly restsUntilMs: number | undefined;
  readonly recentFailures: number;
  readonly latencyMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
}
