import { providerRows, type ProviderRow } from '@tollgate/provider-table';
import { makeCompatible } from '../domain/compatible/make-compatible';
import { renderModels } from '../domain/compatible/render-models';
import { responses } from '../domain/protocols/responses';
import { inferenceRoute } from './inference.route';
import { sendJson, withKey, type Route, type RouteOptions } from './exchange';

/** Finds the route of a request that is made to a provider by its name. */
export type FindCompatibleRoute = (name: string) => Route | undefined;

const pattern = /^(GET|POST) \/as\/([a-z0-9-]+)\/v1\/(models|responses|chat\/completions)$/;

/** `/as/{provider}/v1` stands in for a provider of OpenAI's protocol, with its quirks. */
export function createCompatibleRoutes(options: RouteOptions): FindCompatibleRoute {
  const routes = new Map<string, Route>();
  for (const row of providerRows) {
    if (row.protocol === 'openai') addRoutes(routes, row, options);
  }
  return (name) => {
    const [, method = '', id = '', path = ''] = pattern.exec(name) ?? [];
    return routes.get(`${method} ${id} ${path}`);
  };
}

function addRoutes(routes: Map<string, Route>, row: ProviderRow, options: RouteOptions): void {
  const protocol = makeCompatible(row);
  routes.set(`POST ${row.id} chat/completions`, inferenceRoute(protocol, options));
  if (row.webSearch === 'responses')
    routes.set(`POST ${row.id} responses`, inferenceRoute(responses, options));
  const list = renderModels(row);
  const listRoute = withKey(protocol, (_request, response) => sendJson(response, list));
  routes.set(`GET ${row.id} models`, listRoute);
}
