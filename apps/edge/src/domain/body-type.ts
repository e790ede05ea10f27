import type { IncomingHttpHeaders } from 'node:http';
import type { Route } from './route';

const readMethods = new Set(['GET', 'HEAD']);
const jsonType = /^\s*application\/json\s*(?:;|$)/i;
/** Payment providers choose the type of what they send, and sign it. */
const webhookPath = '/api/billing/webhooks/';

/**
 * Whether the body has a type the site takes. A page of any origin can send text or a form with a
 * visitor's cookie and without asking first; for JSON its browser asks.
 */
export function hasAcceptedType(
  { method, path }: Pick<Route, 'method' | 'path'>,
  headers: IncomingHttpHeaders,
): boolean {
  const isOfSite = path.startsWith('/api/') && !path.startsWith(webhookPath);
  if (!isOfSite || readMethods.has(method) || !hasBody(headers)) return true;
  return jsonType.test(headers['content-type'] ?? '');
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > 0;
}
