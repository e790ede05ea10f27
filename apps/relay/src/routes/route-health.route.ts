import type { Handlers } from '@tollgate/http';
import type { z } from 'zod';
import type { WatchedRoute } from '../call/attempt/route-observer';
import { readPage, renderPage } from './page';
import type { routeHealthOperations, routeHealthSchema } from './route-health.operations';

export function createRouteHealthHandlers(
  listHealth: () => readonly WatchedRoute[],
): Handlers<typeof routeHealthOperations> {
  return {
    'GET /api/admin/routes/health': (request, response) => {
      const page = readPage(request);
      const rows = listHealth()
        .filter(({ id }) => id > page.after)
        .slice(0, page.limit);
      response.json(renderPage(rows, page, describe));
    },
  };
}

function describe(route: WatchedRoute): z.input<typeof routeHealthSchema> {
  return {
    routeId: route.id,
    pattern: route.pattern,
    provider: route.provider,
    state: route.state,
    openedAt: formatTime(route.openedAtMs),
    restsUntil: formatTime(route.restsUntilMs),
    recentFailures: route.recentFailures,
    latencyMs: round(route.latencyMs),
    tokensPerSecond: round(route.tokensPerSecond),
  };
}

function formatTime(timeMs: number | undefined): string | null {
  return timeMs === undefined ? null : new Date(timeMs).toISOString();
}

function round(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 10) / 10;
}
