import type { Agent, ClientRequest, IncomingMessage, RequestListener } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware';
import type { Certificates } from '@tollgate/config';
import type { Logger } from '@tollgate/observability';
import {
  createSmallForwarder,
  createSmallTarget,
  type SmallForwarder,
  type SmallForwarderOptions,
  type SmallTarget,
} from '@tollgate/speed';
import type { Instance, InstanceList } from '../domain/instance-list';
import { isLocal } from '../domain/owner-address';
import type { Owner } from '../domain/route';
import { Balancer } from '../use-cases/balancer';
import { answerError } from './answer-error';
import { explainSilence } from './explain-silence';
import { setForwardedHeaders, setHandedIdentity, setSignedIdentity } from './forward-headers';
import { createInnerAgent, createPatientAgent, innerSockets } from './inner-sockets';
import { getBodyBytesMax } from './limit-body';
import type { LiveStreams } from './live-streams';
import {
  beginAttempt,
  continueAttempt,
  createOncePerInstance,
  noteConnection,
  passBalanced,
} from './pass-balanced';
import { passLocally } from './pass-locally';
import { prepareAnswer, setRateHeaders } from './prepare-answer';
import { getContext, getRoute } from './request-context';

export type ProxiedOwner = Exclude<Owner, 'edge'>;

/** Where the services are that own routes. */
export interface Owners {
  /** As parseOwnerAddress reads them. */
  readonly urls: Readonly<Record<ProxiedOwner, string>>;
  /** Services of this process that have started. */
  readonly local: ReadonlyMap<string, RequestListener>;
  /** For https; undefined: the services have no TLS. */
  readonly certificates: Certificates | undefined;
}

export interface PassToOwnerOptions {
  readonly owners: Owners;
  /** Of services with several. */
  readonly instances: ReadonlyMap<ProxiedOwner, InstanceList>;
  readonly liveStreams: Pick<LiveStreams, 'add' | 'assertRoom'>;
  readonly logger: Logger;
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
export function passToOwner(options: PassToOwnerOptions): RequestHandler {
  const { instances, liveStreams, logger, owners } = options;
  const { certificates, urls } = owners;
  const agent = createInnerAgent(certificates);
  const create = (owner: ProxiedOwner): RequestHandler => {
    const list = instances.get(owner);
    if (list !== undefined) return createBalanced(owner, list, options);
    if (isLocal(urls[owner])) return createLocal(owner, options);
    return createProxy(urls[owner], { owner, agent, liveStreams });
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
  const small = isRelayLocal
    ? undefined
    : createRelayForwarder(urls.relay, certificates, instances.get('relay'), logger);
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
    request.url = context.path.url;
    if (owner === 'relay' && small?.accepts(request)) return small.forward(request, response);
    // Others may pass the signed text on, as the video service does.
    if (owner === 'relay' && isRelayLocal) setHandedIdentity(request, context);
    else setSignedIdentity(request, context);
    return proxies[owner](request, response, next);
  };
}

function createLocal(
  owner: ProxiedOwner,
  { liveStreams, owners: { local, urls } }: PassToOwnerOptions,
): RequestHandler {
  return passLocally({ findHandler: () => local.get(urls[owner]), liveStreams });
}

interface ProxyOptions {
  readonly owner: ProxiedOwner;
  readonly agent: Agent;
  readonly liveStreams: Pick<LiveStreams, 'add'>;
  /** Whether a failed request was sent again elsewhere. */
  readonly retry?: (error: Error, request: Request, response: Response) => boolean;
}

/** To one address. */
function createProxy(url: string, options: ProxyOptions): RequestHandler {
  const { agent, owner } = options;
  const { hostname, port, protocol } = new URL(url);
  return createProxyMiddleware<Request, Response>({
    // In parts: a URL string would be parsed again for every request.
    target: { hostname, port, protocol },
    agent,
    proxyTimeout: silenceMsMax[owner],
    ejectPlugins: true,
    plugins: [createPlugin(options)],
  });
}

function createBalanced(
  owner: ProxiedOwner,
  list: InstanceList,
  { liveStreams, logger, owners: { certificates } }: PassToOwnerOptions,
): RequestHandler {
  const { pass, retry } = passBalanced({
    balancer: new Balancer(list, logger),
    createProxy: ({ url }) => {
      const agent = createPatientAgent(certificates, list);
      const again: ProxyOptions['retry'] = (...failed) => retry(...failed);
      return createProxy(url, { owner, agent, liveStreams, retry: again });
    },
  });
  return pass;
}

function createRelayForwarder(
  url: string,
  certificates: Certificates | undefined,
  list: InstanceList | undefined,
  logger: Logger,
): SmallForwarder<Request, Response> {
  const createTarget = (targetUrl: string): SmallTarget =>
    createSmallTarget({
      url: targetUrl,
      certificates,
      serverName: list?.serverName,
      connectionsMax: innerSockets.max,
      idleConnectionMs: innerSockets.freeMs,
      silenceMsMax: silenceMsMax.relay,
    });
  return createSmallForwarder<Request, Response>({
    ...(list === undefined ? chooseOnly(createTarget(url)) : chooseAny(list, createTarget, logger)),
    onHead: prepareAnswer,
    onFailure: (error, request, response) =>
      answerError(explainSilence(error, silenceMsMax.relay, response), request, response),
  });
}

type Choice = Pick<SmallForwarderOptions<Request, Response>, 'chooseTarget' | 'chooseNextTarget'>;

/** The identity is signed for each attempt, after the body was read, which may take long. */
function signed(target: SmallTarget | undefined, response: Response): SmallTarget | undefined {
  if (target !== undefined) setSignedIdentity(response.req, getContext(response));
  return target;
}

function chooseOnly(target: SmallTarget): Choice {
  return { chooseTarget: (response) => signed(target, response) };
}

function chooseAny(
  list: InstanceList,
  createTarget: (url: string) => SmallTarget,
  logger: Logger,
): Choice {
  const balancer = new Balancer(list, logger);
  const getTarget = createOncePerInstance(({ url }) => createTarget(url));
  const find = (instance: Instance | undefined): SmallTarget | undefined =>
    instance === undefined ? undefined : getTarget(instance);
  return {
    chooseTarget: (response) => signed(find(beginAttempt(balancer, response)), response),
    chooseNextTarget: (error, response) =>
      signed(find(continueAttempt(balancer, error, response)), response),
  };
}

function createPlugin({ liveStreams, owner, retry }: ProxyOptions): Plugin<Request, Response> {
  return (proxy) => {
    proxy.on('proxyReq', countUndeclaredBody);
    if (retry !== undefined) {
      proxy.on('proxyReq', (sent, _request, response) => {
        if (isResponse(response)) noteConnection(sent, response);
      });
    }
    proxy.on('proxyRes', (answer, _request, response) => {
      const { headers, statusCode = 0 } = answer;
      prepareAnswer(statusCode, headers, response);
      const context = getContext(response);
      if (context.route?.isLive && statusCode === 200) liveStreams.add(answer, response, context);
    });
    proxy.on('error', (error, request, response) => {
      if (request === undefined || !isResponse(response)) return;
      if (retry?.(error, request, response)) return;
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
