import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryClient } from '@tanstack/react-query';
import { client } from '../api/generated/client.gen';

/** No request leaves the build. */
const origin = 'http://console.invalid';
/** Times depend on the clock and the time zone of the viewer. */
const viewerParameters = ['from', 'to', 'tz'];

/** Paths that the queries of a drawn page would read, in their order. */
export async function listFirstReads(queries: QueryClient): Promise<readonly string[]> {
  const paths = new Set<string>();
  client.setConfig({
    baseUrl: origin,
    fetch: (request) => {
      const url = new URL(request instanceof Request ? request.url : request);
      if (!viewerParameters.some((name) => url.searchParams.has(name))) {
        paths.add(`${url.pathname}${url.search}`);
      }
      return new Promise(() => undefined);
    },
  });
  for (const query of queries.getQueryCache().getAll()) {
    const { enabled, queryFn } = query.options as { enabled?: unknown; queryFn?: unknown };
    if (queryFn !== undefined && enabled !== false) query.fetch().catch(() => undefined);
  }
  await sleep(0);
  return [...paths];
}
