import type { Candidate } from '../../domain/candidate';
import type { RouteSort } from '../../catalog/names/split-suffixes';
import type { RoutePreferences } from './route-preferences';

/** What traffic taught about the ways. */
export interface RouteKnowledge {
  /** False while its breaker is open or it asked to be left alone. */
  isHealthy(routeId: string): boolean;
  /** Its breaker is open, and some call should find out whether it works again. */
  isProbeDue(routeId: string): boolean;
  /** Median time to the first token; undefined: not known. */
  findLatencyMs(way: Candidate): number | undefined;
  findTokensPerSecond(way: Candidate): number | undefined;
}

export const noKnowledge: RouteKnowledge = {
  isHealthy: () => true,
  isProbeDue: () => false,
  findLatencyMs: () => undefined,
  findTokensPerSecond: () => undefined,
};

export interface OrderOptions {
  readonly preferences: RoutePreferences;
  /** What the request says, else what the name of the model says. */
  readonly sort: RouteSort | undefined;
  readonly knowledge: RouteKnowledge;
  /** The provider that has this prompt in its cache. */
  readonly stickyRouteId: string | undefined;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The ways of one model, in the order to try them. */
export function orderWays<Way extends Candidate>(
  ways: readonly Way[],
  options: OrderOptions,
): readonly Way[] {
  if (ways.length < 2) return ways;
  const { preferences, sort } = options;
  const chosen =
    sort === undefined ? shuffleWays(ways, options.random) : sortWays(ways, sort, options);
  const isFree = sort === undefined && preferences.order.length === 0;
  const settled = isFree
    ? putFirst(chosen, options.stickyRouteId)
    : putOrdered(chosen, preferences.order);
  return putUnhealthyLast(settled, options.knowledge);
}

/** Only the first, or those that were listed; the order is already theirs. */
export function cutFallbacks<Way extends Candidate>(
  ways: readonly Way[],
  { allowsFallbacks, order }: RoutePreferences,
): readonly Way[] {
  if (allowsFallbacks) return ways;
  if (order.length === 0) return ways.slice(0, 1);
  return ways.filter(({ route }) => order.includes(route.provider));
}

export function putUnhealthyLast<Way extends Candidate>(
  ways: readonly Way[],
  knowledge: RouteKnowledge,
): readonly Way[] {
  const healthy = ways.filter(({ route }) => knowledge.isHealthy(route.id));
  if (healthy.length === ways.length || healthy.length === 0) return ways;
  return [...healthy, ...ways.filter(({ route }) => !knowledge.isHealthy(route.id))];
}

function putFirst<Way extends Candidate>(
  ways: readonly Way[],
  routeId: string | undefined,
): readonly Way[] {
  const sticky = ways.find(({ route }) => route.id === routeId);
  return sticky === undefined ? ways : [sticky, ...ways.filter((way) => way !== sticky)];
}

function putOrdered<Way extends Candidate>(
  ways: readonly Way[],
  order: readonly string[],
): readonly Way[] {
  if (order.length === 0) return ways;
  const rank = ({ route }: Way): number => {
    const place = order.indexOf(route.provider);
    return place === -1 ? order.length : place;
  };
  return [...ways].sort((left, right) => rank(left) - rank(right));
}

/** By priority; among equals by chance, in proportion to their weights. */
function shuffleWays<Way extends Candidate>(
  ways: readonly Way[],
  random: () => number,
): readonly Way[] {
  // An exponential draw each, as fast as its weight: the usual way to sample without replacement.
  const draws = new Map(
    ways.map((way) => [
      way,
      way.route.weight === 0 ? Infinity : -Math.log(1 - random()) / way.route.weight,
    ]),
  );
  const draw = (way: Way): number => draws.get(way) ?? 0;
  return [...ways].sort(
    (left, right) => left.route.priority - right.route.priority || compare(draw(left), draw(right)),
  );
}

export function sortWays<Way extends Candidate>(
  ways: readonly Way[],
  sort: RouteSort,
  { knowledge, random }: Pick<OrderOptions, 'knowledge' | 'random'>,
): readonly Way[] {
  const values = ways.map((way) => rate(way, sort, knowledge));
  const median = findMedian(values.filter((value) => value !== undefined));
  const ratings = new Map(ways.map((way, index) => [way, values[index] ?? median]));
  const rating = (way: Way): number => ratings.get(way) ?? median;
  return [...shuffleWays(ways, random)].sort((left, right) => compare(rating(left), rating(right)));
}

/** Less is better. Undefined: not known. */
function rate(way: Candidate, sort: RouteSort, knowledge: RouteKnowledge): number | undefined {
  if (sort === 'latency') return knowledge.findLatencyMs(way);
  if (sort === 'throughput') {
    const speed = knowledge.findTokensPerSecond(way);
    return speed === undefined ? undefined : -speed;
  }
  const [base] = way.prices.tiers ?? [];
  if (base === undefined) return ratePiece(way);
  return Number(sort === 'price' ? base.prompt + base.completion : base.prompt);
}

/** Of what is not paid by tokens: ways of one model are paid by the same piece. */
function ratePiece({ prices }: Candidate): number | undefined {
  const price = prices.videoSecondPicos;
  return price === undefined ? undefined : Number(price);
}

export function findMedian(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = [...values].sort(compare);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

function compare(left: number, right: number): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
