import type { IncomingHttpHeaders } from 'node:http';
import type { Request } from 'express';
import { handIdentity, unsignedHeaders } from '@tollgate/identity';
import { parseTraceParent, traceHeader } from '@tollgate/tracing';
import { getRoute, type RequestContext } from './request-context';

/**
 * The only request headers that reach a service. Everything else stays here: credentials, addresses
 * that a client claims, hop-by-hop headers, and whatever looks like a header of ours.
 */
const forwardedNames = new Set([
  'accept',
  'accept-language',
  'anthropic-beta',
  'anthropic-version',
  'content-length',
  'content-type',
  'http-referer',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'last-event-id',
  'openai-beta',
  'range',
  'referer',
  'stripe-signature',
  'tracestate',
  'transfer-encoding',
  'user-agent',
  'x-claude-code-session-id',
  'x-client-request-id',
  'x-free-fallback',
  'x-test-script',
  'x-title',
]);

/** Replaces the headers of a request by those its owner may see, and adds ours. */
export function setForwardedHeaders(request: Request, context: RequestContext): void {
  const received = request.headers;
  const forwarded: IncomingHttpHeaders = {};
  for (const name in received) {
    if (forwardedNames.has(name)) forwarded[name] = received[name];
  }
  if (context.route?.forwardsCookie) forwarded.cookie = received.cookie;
  if (context.grant?.appName !== undefined) forwarded['x-title'] ||= context.grant.appName;
  forwarded[unsignedHeaders.requestId] = context.requestId;
  forwarded[unsignedHeaders.clientIp] = context.clientIp;
  forwardTrace(forwarded, received[traceHeader], context);
  request.headers = forwarded;
}

/**
 * The owner continues the trace that the edge records. Of other requests it gets the header of the
 * client unchanged, for providers that take part in the client's trace.
 */
function forwardTrace(
  forwarded: IncomingHttpHeaders,
  sent: string | readonly string[] | undefined,
  { span }: RequestContext,
): void {
  if (span.isRecorded) {
    forwarded[unsignedHeaders.trace] = span.traceParent;
    forwarded[unsignedHeaders.traced] = '1';
  } else if (typeof sent === 'string' && parseTraceParent(sent) !== undefined) {
    forwarded[unsignedHeaders.trace] = sent;
  }
}

/**
 * The owner believes what the edge has signed, for this request only. To be called just before the
 * request is sent, and again before it is sent to another instance: the seal is short-lived.
 */
export function setSignedIdentity(request: Request, context: RequestContext): void {
  const { owner: audience } = getRoute(context);
  const { url } = context.path;
  Object.assign(
    request.headers,
    context.grant?.identity.sign({ audience, method: request.method, url }),
  );
}

/** The relay in this process is given the caller itself: nothing is signed or checked. */
export function setHandedIdentity(request: Request, { clientIp, grant }: RequestContext): void {
  if (grant !== undefined) handIdentity(request, { ...grant.identity.caller, clientIp });
}
