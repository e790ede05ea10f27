import type { IncomingMessage, ServerResponse } from 'node:http';
import { engineWires, type EngineWire } from '../domain/engines/wires';
import { findPages } from '../domain/engines/find-pages';
import type { Fields } from '../domain/fields';
import { readCount } from '../domain/fields';
import { parseBody } from '../domain/sim-request';
import { describeJson, readText, sendJson, type Route, type RouteOptions } from './exchange';

const pattern = /^(GET|POST) \/v1\/engines\/([a-z]+)\/(.+)$/;
const countDefault = 10;
/** `[[engine:status=503]]` or `[[engine:hang]]` in a query; scripts of models are ignored. */
const scriptPattern = /\[\[engine:(?:status=(\d{3})|(hang))\]\]/;

/**
 * `/v1/engines/{name}` stands in for a search engine, in its own wire format. Its calls are not
 * logged: they are not calls of a model.
 */
export function findEngineRoute(name: string, options: RouteOptions): Route | undefined {
  const [, method, engine = '', path] = pattern.exec(name) ?? [];
  const wire = Object.hasOwn(engineWires, engine) ? engineWires[engine] : undefined;
  if (wire === undefined || wire.method !== method || wire.path !== path) return undefined;
  return (request, response) => answer(request, response, wire, options);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  wire: EngineWire,
  { hanging }: RouteOptions,
): Promise<void> {
  if (wire.readKey(request.headers) === '') return refuse(response, 401);
  const text = (await readText(request)) ?? '';
  const fields = wire.method === 'GET' ? readParameters(request) : (parseBody(text) ?? {});
  const query = wire.readQuery(fields);
  if (typeof query !== 'string' || query === '') return refuse(response, 422);
  const [, status, hangs] = scriptPattern.exec(query) ?? [];
  if (hangs !== undefined) return hanging.hold(response);
  if (status !== undefined) return refuse(response, Number(status));
  const pages = findPages(query, readCount(wire.readCount(fields)) ?? countDefault);
  sendJson(response, JSON.stringify(wire.render(query, pages)));
}

function readParameters({ url = '' }: IncomingMessage): Fields {
  return Object.fromEntries(new URL(url, 'http://simulator').searchParams);
}

function refuse(response: ServerResponse, status: number): void {
  const body = JSON.stringify({ error: `status ${status}` });
  response.writeHead(status, describeJson(body));
  response.end(body);
}
