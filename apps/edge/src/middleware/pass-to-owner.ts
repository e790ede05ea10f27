import type { ClientRequest, IncomingMessage, RequestListener } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { Certificates } from '@tollgate/config';
import { createSmallForwarder, type SmallForwarder } from '@tollgate/speed';
import type { Owner } from '../domain/route';
import { answerError } from './answer-error';
import { explainSilence } from './explain-silence';
import { setForwardedHeaders, setHandedIdentity, setSignedIdentity } from './forward-headers';
import { createInnerAgent, innerSockets } from './inner-sockets';
import { getBodyBytesMax } from './limit-body';
import type { LiveStreams } from './live-streams';
import { passLocally } from './pass-locally';
import { prepareAnswer, setRateHeaders } from './prepare-answer';
import { getContext, getRoute } from './request-context';

export type ProxiedOwner = Exclude<Owner, 'edge'>;

/** Where the services are that own routes. */
export interface Owners {
  /** http(s)://host:port, or local:name for a service of this process. */
  readonly urls: Readonly<Record<ProxiedOwner, string>>;
  /** Services of this process that have started. */
  readonly local: ReadonlyMap<string, RequestListener>;
  /** For https; undefined: the services have no TLS. */
  readonly certificates: Certificates | undefined;
}

export interface PassToOwnerOptions {
  readonly owners: Owners;
  readonly liveStreams: Pick<LiveStreams, 'add' | 'assertRoom'>;
}

/** A service that sends nothing for so long is given up. The relay times out providers itself. */
const silenceMsMax: Readonly<Record<ProxiedOwner, number>> = {
  auth: 30_000,
  billing: 30_000,
  orgs: 30_000,
  audit: 30_000,
  relay: 900_000,
  // A submit waits for the provider.
  video: 300_000,
};

/**
 * Streams the request to the service that owns its route, and the answer back, unchanged. Model
 * calls with a small body take the cheaper small forwarder.
 */
export function passToOwner({ liveStreams, owners }: PassToOwnerOptions): RequestHandler {
  const { certificates, local, urls } = owners;
  const agent = createInnerAgent(certificates);
  const create = (owner: ProxiedOwner): RequestHandler => {
    if (isLocal(urls[owner])) {
      return passLocally({ findHandler: () => local.get(urls[owner]), liveStreams });
    }
    const { hostname, port, protocol } = new URL(urls[owner]);
    return createProxyMiddleware<Request, Response>({
      // In parts: a URL string would be parsed again for every request.
      target: { hostname, port, protocol },
      agent,
      proxyTimeout: silenceMsMax[owner],
      ejectPlugins: true,
      plugins: [createPlugin(owner, liveStreams)],
    });
  };
  const proxies = {
    auth: create('auth'),
    billing: create('billing'),
    orgs: create('orgs'),
    relay: create('relay'),
    video: create('video'),
    audit: create('audit'),
  };
  const isRelayLocal = isLocal(urls.relay);
  const small = isRelayLocal ? undefined : createRelayForwarder(urls.relay, certificates);
  return (request, response, next) => {
    const context = getContext(response);
    const { isLive, owner } = getRoute(context);
    if (isLive) liveStreams.assertRoom();
    if (owner === 'edge') {
      if (context.rate !== undefined) setRateHeaders(response, context.rate);
      next();
      return;
    }
    setForwardedHeaders(request, context);
    // Others may pass the signed text on, as the video service does.
    if (owner === 'relay' && isRelayLocal) setHandedIdentity(request, context);
    else setSignedIdentity(request, context);
    request.url = context.path.url;
    if (owner === 'relay' && small?.accepts(request)) return small.forward(request, response);
    return proxies[owner](request, response, next);
  };
}

export function isLocal(url: string): boolean {
  return url.startsWith('local:');
}

function createRelayForwarder(
  url: string,
  certificates: Certificates | undefined,
): SmallForwarder<Request, Response> {
  return createSmallForwarder<Request, Response>({
    url,
    certificates,
    connectionsMax: innerSockets.max,
    idleConnectionMs: innerSockets.freeMs,
    silenceMsMax: silenceMsMax.relay,
    onHead: prepareAnswer,
    onFailure: (error, request, response) =>
      answerError(explainSilence(error, silenceMsMax.relay, response), request, response),
  });
}

function createPlugin(
  owner: ProxiedOwner,
  liveStreams: Pick<LiveStreams, 'add'>,
): Plugin<Request, Response> {
  return (proxy) => {
    proxy.on('proxyReq', countUndeclaredBody);
    proxy.on('proxyRes', (answer, _request, response) => {
      const { headers, statusCode = 0 } = answer;
      prepareAnswer(statusCode, headers, response);
      const context = getContext(response);
      if (context.route?.isLive && statusCode === 200) liveStreams.add(answer, response, context);
    });
    proxy.on('error', (error, request, response) => {
      if (request === undefined || !isResponse(response)) return;
      answerError(explainSilence(error, silenceMsMax[owner], response), request, response);
    });
  };
}

function isResponse(value: unknown): value is Response {
  return typeof value === 'object' && value !== null && 'locals' in value;
}

/**
 * Runs before the body is piped, in the same turn: a listener added earlier would start the flow
 * and lose its first chunks.
 */
function countUndeclaredBody(
  proxyRequest: ClientRequest,
  request: IncomingMessage,
  response: unknown,
): void {
  if (request.headers['transfer-encoding'] === undefined || !isResponse(response)) return;
  const bytesMax = getBodyBytesMax(getContext(response));
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bytesMax || proxyRequest.destroyed) return;
    getContext(response).isBodyTooLarge = true;
    proxyRequest.destroy(new Error('the body is too large'));
  });
}
