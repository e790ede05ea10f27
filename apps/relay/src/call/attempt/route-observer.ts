/** How an attempt failed, as far as that concerns the health of the route. */
export type RouteFault =
  /** No response, or not in time. */
  | 'unreachable'
  /** It responded with a failure, possibly because of one caller's prompt. */
  | 'failed';

export interface RouteOutcome {
  readonly routeId: string;
  readonly walletId: string;
  readonly startedAtMs: number;
}

/** Learns the health of provider routes from attempts. */
export interface RouteObserver {
  /**
   * For an attempt at an isolated route: true for one attempt in each interval, which finds out
   * whether the route works again.
   */
  claimProbe(routeId: string): boolean;
  /** The attempt showed nothing about the route: the probe is due again. */
  releaseProbe(routeId: string): void;
  /** Before each attempt; `isRetry`: the second attempt at the same route. */
  noteAttempt(routeId: string, isRetry: boolean): void;
  /** Whether a failed attempt may be retried: retries are limited to a share of the calls. */
  mayRetry(routeId: string): boolean;
  noteSuccess(outcome: RouteOutcome): void;
  noteFailure(outcome: RouteOutcome, fault: RouteFault): void;
  /** The provider asked for a pause. */
  noteRetryAfter(routeId: string, seconds: number): void;
}

/** What one attempt tells. */
export type AttemptObserver = Omit<RouteObserver, 'claimProbe' | 'mayRetry'>;

/** For attempts that say nothing about a provider: callers of test keys choose their failures. */
export const unwatchedRoutes: AttemptObserver = {
  releaseProbe: () => undefined,
  noteAttempt: () => undefined,
  noteSuccess: () => undefined,
  noteFailure: () => undefined,
  noteRetryAfter: () => undefined,
};

/** The health of a provider route, for operators. */
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

/** What a provider route did in the last day, for one model. */
export interface DayMeasures {
  readonly latencyMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
  /** Share of attempts without a fault of the provider. */
  readonly uptime: number | undefined;
}
