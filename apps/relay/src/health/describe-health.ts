import type { ProviderRoute, CatalogSnapshot } from '../catalog/catalog';
import type { WatchedRoute } from '../call/attempt/route-observer';
import type { RouteHealth } from './route-health';
import type { RouteStats } from './route-stats';

const defaultPattern = 'default';

/** Every route of the catalog with its health at this relay, in order of id. */
export function describeHealth(
  snapshot: CatalogSnapshot,
  health: RouteHealth,
  stats: RouteStats,
): WatchedRoute[] {
  const states = new Map(health.listStates().map((state) => [state.routeId, state]));
  const describe = (route: ProviderRoute, pattern: string): WatchedRoute => {
    const known = states.get(route.id);
    const times = stats.find(`${route.id} ${pattern}`);
    return {
      id: route.id,
      pattern,
      provider: route.provider,
      state: known?.state ?? 'closed',
      openedAtMs: known?.openedAtMs,
      restsUntilMs: known?.restsUntilMs,
      recentFailures: known?.recentFailures ?? 0,
      latencyMs: times?.latencyMs,
      tokensPerSecond: times?.tokensPerSecond,
    };
  };
  const routes = [...snapshot.routes, [defaultPattern, snapshot.defaultRoutes] as const];
  return routes
    .flatMap(([pattern, level]) => level.map((route) => describe(route, pattern)))
    .sort((left, right) => (left.id < right.id ? -1 : 1));
}
