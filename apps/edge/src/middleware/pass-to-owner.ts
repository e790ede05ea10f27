import { Agent, type ClientRequest, type IncomingMessage } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { Owner } from '../domain/route';
import { answerError } from './answer-error';
import { explainSilence } from './explain-silence';
import { setForwardedHeaders } from './forward-headers';
import { innerSockets } from './inner-sockets';
import { getBodyBytesMax } from './limit-body';
import { createPassWhole, isSmall } from './pass-whole';
import { prepareAnswer, setRateHeaders } from './prepare-answer';
import { getContext, getRoute } from './request-context';

export type ProxiedOwner = Exclude<Owner, 'edge'>;

export interface PassToOwnerOptions {
  /** http://host:port of every service. */
  readonly urls: Readonly<Record<ProxiedOwner, string>>;
}

const freeSocketsMax = 1_024;

/** Silence of a service after which it is given up. The relay answers for slow providers itself. */
const silenceMsMax: Readonly<Record<ProxiedOwner, number>> = {
  auth: 30_000,
  billing: 30_000,
  orgs: 30_000,
  audit: 30_000,
  relay: 900_000,
  // A submit waits for a provider, and a slow client for nobody.
  video: 300_000,
};

/**
 * Streams the request to the service that owns its route, and the answer back, unchanged. Calls of
 * models with a body of the usual size take a shorter way: they are what the edge does all day.
 */
export function passToOwner({ urls }: PassToOwnerOptions): RequestHandler {
  const agent = new Agent({
    keepAlive: true,
    timeout: innerSockets.freeMs,
    maxSockets: innerSockets.max,
    maxFreeSockets: freeSocketsMax,
    scheduling: 'lifo',
  });
  const create = (owner: ProxiedOwner): RequestHandler => {
    const { hostname, port, protocol } = new URL(urls[owner]);
    return createProxyMiddleware<Request, Response>({
      // As parts, because a text would be parsed again for every request.
      target: { hostname, port, protocol },
      agent,
      proxyTimeout: silenceMsMax[owner],
      ejectPlugins: true,
      plugins: [createPlugin(owner)],
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
  const passWhole = createPassWhole(urls.relay, silenceMsMax.relay);
  return (request, response, next) => {
    const context = getContext(response);
    const { owner } = getRoute(context);
    if (owner === 'edge') {
      if (context.rate !== undefined) setRateHeaders(response, context.rate);
      next();
      return;
    }
    setForwardedHeaders(request, context);
    request.url = context.path.url;
    if (owner === 'relay' && isSmall(request)) return passWhole(request, response);
    return proxies[owner](request, response, next);
  };
}

function createPlugin(owner: ProxiedOwner): Plugin<Request, Response> {
  return (proxy) => {
    proxy.on('proxyReq', countUndeclaredBody);
    proxy.on('proxyRes', ({ headers, statusCode = 0 }, _request, response) =>
      prepareAnswer(statusCode, headers, response),
    );
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
