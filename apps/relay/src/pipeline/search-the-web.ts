import { editJson } from '@tollgate/provider-kit';
import type { ParsedCall } from './stages';

/** The same call with the web plugin, as `:online` asks for it. */
export function searchTheWeb(call: ParsedCall): ParsedCall {
  const { endpoint, request } = call;
  const given: unknown[] = Array.isArray(request.body['plugins']) ? request.body['plugins'] : [];
  if (given.some((plugin) => (plugin as { id?: unknown } | null)?.id === 'web')) return call;
  const plugins = [...given, { id: 'web' }];
  const body = { ...request.body, plugins };
  const bodyText = editJson(request.bodyText, new Map([['plugins', JSON.stringify(plugins)]]));
  return { ...call, request: endpoint.parse({ ...call, body, bodyText }) };
}
