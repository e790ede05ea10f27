import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Express } from 'express';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  readonly handle: { readonly stack?: unknown };
}

/** What a router of a router is called: its routes could not be listed. */
const unlistable = 'unlistable router';

/**
 * `/routes` of the internal port: what this process really serves, read from its router and not
 * from documentation.
 */
export function describeRoutes(app: Express): RoutesPage {
  return describeKeys(listRoutes(app));
}

type RoutesPage = Readonly<
  Record<'/routes', (request: IncomingMessage, response: ServerResponse) => void>
>;

/** The same for a service that routes by a table of its own. */
export function describeKeys(routes: readonly string[]): RoutesPage {
  return {
    '/routes': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify({ routes }));
    },
  };
}

export function listRoutes(app: Express): readonly string[] {
  return (app.router.stack as unknown as readonly Layer[]).flatMap(({ handle, route }) => {
    if (route === undefined) return handle.stack === undefined ? [] : [unlistable];
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    return Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${path}`);
  });
}
