import { LRUCache } from 'lru-cache';
import type { VideoAdmissionClient } from '@tollgate/clients';
import type { Route } from '../use-cases/ports';
import { readRoute } from './relay-admission';

/** How a provider route is reached now; undefined when it was removed. */
export type FindRoute = (routeId: string) => Promise<Route | undefined>;

/** A replaced provider key stays in use for at most this long. */
const keptMs = 15_000;
const routesMax = 1_000;

/** Caches provider routes of the relay, which thousands of jobs ask for. */
export function createRouteBook(client: VideoAdmissionClient): FindRoute {
  const kept = new LRUCache<string, Promise<Route | undefined>>({ max: routesMax, ttl: keptMs });

  async function load(routeId: string): Promise<Route | undefined> {
    try {
      const route = await client.findRoute(routeId);
      return route && readRoute(route);
    } catch (error) {
      kept.delete(routeId);
      throw error;
    }
  }

  return (routeId) => {
    const known = kept.get(routeId);
    if (known !== undefined) return known;
    const route = load(routeId);
    kept.set(routeId, route);
    return route;
  };
}
