import type { Candidate } from '../../domain/candidate';
import type { RouteSort } from '../../catalog/names/split-suffixes';
import type { RoutePreferences } from './route-preferences';

/** What recent calls showed about provider routes. */
export interface RouteKnowledge {
  /** False while its breaker is open or the provider asked for a pause. */
  isHealthy(routeId: string): boolean;
  /** Its breaker is open, and some call should find out whether it works again. */
  isProbeDue(routeId: string): boolean;
  /** Median time to the first token; undefined: no measurements. */
  findLatencyMs(candidate: Candidate): number | undefined;
  findTokensPerSecond(candidate: Candidate): number | undefined;
}

export interface OrderOptions {
  readonly preferences: RoutePreferences;
  /** From the request, else from the suffix of the model name. */
  readonly sort: RouteSort | undefined;
  readonly knowledge: RouteKnowledge;
  /** The provider route that has this prompt in its cache. */
  readonly stickyRouteId: string | undefined;
  /** From 0 to below 1. */
  readonly random: () => number;
}

/** The candidates of one model, in the order to try them. */
export function orderCandidates<Choice extends Candidate>(
  candidates: readonly Choice[],
  options: OrderOptions,
): readonly Choice[] {
  if (candidates.length < 2) return candidates;
  const { preferences, sort } = options;
  const chosen =
    sort === undefined
      ? shuffleCandidates(candidates, options.random)
      : sortCandidates(candidates, sort, options);
  const isFree = sort === undefined && preferences.order.length === 0;
  const settled = isFree
    ? putFirst(chosen, options.stickyRouteId)
    : putOrdered(chosen, preferences.order);
  return putUnhealthyLast(settled, options.knowledge);
}

/** Only the first, or the listed ones; the candidates are in order already. */
export function cutFallbacks<Choice extends Candidate>(
  candidates: readonly Choice[],
  { allowsFallbacks, order }: RoutePreferences,
): readonly Choice[] {
  if (allowsFallbacks) return candidates;
  if (order.length === 0) return candidates.slice(0, 1);
  return candidates.filter(({ route }) => order.includes(route.provider));
}

export function putUnhealthyLast<Choice extends Candidate>(
  candidates: readonly Choice[],
  knowledge: RouteKnowledge,
): readonly Choice[] {
  const healthy = candidates.filter(({ route }) => knowledge.isHealthy(route.id));
  if (healthy.length === candidates.length || healthy.length === 0) return candidates;
  return [...healthy, ...candidates.filter(({ route }) => !knowledge.isHealthy(route.id))];
}

function putFirst<Choice extends Candidate>(
  candidates: readonly Choice[],
  routeId: string | undefined,
): readonly Choice[] {
  const sticky = candidates.find(({ route }) => route.id === routeId);
  return sticky === undefined
    ? candidates
    : [{ ...sticky, isSticky: true }, ...candidates.filter((each) => each !== sticky)];
}

function putOrdered<Choice extends Candidate>(
  candidates: readonly Choice[],
  order: readonly string[],
): readonly Choice[] {
  if (order.length === 0) return candidates;
  const rank = ({ route }: Choice): number => {
    const place = order.indexOf(route.provider);
    return place === -1 ? order.length : place;
  };
  return [...candidates].sort((left, right) => rank(left) - rank(right));
}

/** By priority; among equals at random, in proportion to their weights. */
function shuffleCandidates<Choice extends Candidate>(
  candidates: readonly Choice[],
  random: () => number,
): readonly Choice[] {
  // One exponential draw per candidate, by its weight: weighted sampling without replacement.
  const draws = new Map(
    candidates.map((candidate) => [
      candidate,
      candidate.route.weight === 0 ? Infinity : -Math.log(1 - random()) / candidate.route.weight,
    ]),
  );
  const draw = (candidate: Choice): number => draws.get(candidate) ?? 0;
  return [...candidates].sort(
    (left, right) => left.route.priority - right.route.priority || compare(draw(left), draw(right)),
  );
}

export function sortCandidates<Choice extends Candidate>(
  candidates: readonly Choice[],
  sort: RouteSort,
  { knowledge, random }: Pick<OrderOptions, 'knowledge' | 'random'>,
): readonly Choice[] {
  const values = candidates.map((candidate) => rate(candidate, sort, knowledge));
  const median = findMedian(values.filter((value) => value !== undefined));
  const ratings = new Map(
    candidates.map((candidate, index) => [candidate, values[index] ?? median]),
  );
  const rating = (candidate: Choice): number => ratings.get(candidate) ?? median;
  return [...shuffleCandidates(candidates, random)].sort((left, right) =>
    compare(rating(left), rating(right)),
  );
}

/** Less is better. Undefined: no measurements. */
function rate(
  candidate: Candidate,
  sort: RouteSort,
  knowledge: RouteKnowledge,
): number | undefined {
  if (sort === 'latency') return knowledge.findLatencyMs(candidate);
  if (sort === 'throughput') {
    const speed = knowledge.findTokensPerSecond(candidate);
    return speed === undefined ? undefined : -speed;
  }
  const [base] = candidate.prices.tiers ?? [];
  if (base === undefined) return ratePiece(candidate);
  return Number(sort === 'price' ? base.prompt + base.completion : base.prompt);
}

/** Work that is not priced by tokens: candidates of one model share the unit. */
function ratePiece({ prices }: Candidate): number | undefined {
  const price = prices.videoSecondPicos ?? prices.searchUnitPicos;
  return price === undefined ? undefined : Number(price);
}

function findMedian(values: readonly number[]): number {
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
