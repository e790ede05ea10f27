import type { VideoAdmissionClient } from '@tollgate/clients';
import type { Route } from '../use-cases/ports';
import { readRoute } from './relay-admission';

/** How a route of the catalog is reached now; undefined when it is gone. */
export type FindRoute = (routeId: string) => Promise<Route | undefined>;

/** A key that was replaced is used for so long. */
const keptMs = 15_000;
const routesMax = 1_000;

interface Kept {
  readonly route: Promise<Route | undefined>;
  readonly untilMs: number;
}

/** Asks the relay once in a while, and not for each of thousands of jobs. */
export function createRouteBook(client: VideoAdmissionClient): FindRoute {
  const kept = new Map<string, Kept>();

  async function ask(routeId: string): Promise<Route | undefined> {
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
    if (known !== undefined && known.untilMs > performance.now()) return known.route;
    if (kept.size >= routesMax) kept.clear();
    const route = ask(routeId);
    kept.set(routeId, { route, untilMs: performance.now() + keptMs });
    return route;
  };
}
