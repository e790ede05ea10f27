import { editJson } from '@tollgate/model-kit';
import { namesWebSearch } from '../../domain/web-search';
import type { ParsedCall } from '../receive/received-call';

/** The same call with the web plugin, as `:online` asks for it. */
export function searchTheWeb(call: ParsedCall): ParsedCall {
  const { endpoint, request } = call;
  // What the caller says about the plugin itself wins, also that it is off.
  if (namesWebSearch(request.body)) return call;
  const given: unknown[] = Array.isArray(request.body['plugins']) ? request.body['plugins'] : [];
  const plugins = [...given, { id: 'web' }];
  const body = { ...request.body, plugins };
  const bodyText = editJson(request.bodyText, new Map([['plugins', JSON.stringify(plugins)]]));
  return { ...call, request: endpoint.parse({ ...call, body, bodyText }) };
}
