import { editJson } from '@tollgate/model-kit';
import { namesWebSearch } from '../../domain/web-search';
import type { ParsedCall } from '../receive/received-call';

/** Adds the web plugin, as `:online` asks for. */
export function searchTheWeb(call: ParsedCall): ParsedCall {
  const { endpoint, request } = call;
  // Explicit settings of the plugin win, also when they disable it.
  if (namesWebSearch(request.body)) return call;
  const given: unknown[] = Array.isArray(request.body['plugins']) ? request.body['plugins'] : [];
  const plugins = [...given, { id: 'web' }];
  const body = { ...request.body, plugins };
  const bodyText = editJson(request.bodyText, new Map([['plugins', JSON.stringify(plugins)]]));
  return { ...call, request: endpoint.parse({ ...call, body, bodyText }) };
}
