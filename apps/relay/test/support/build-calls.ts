import { Readable } from 'node:stream';
import { anonymousIdentity, type CallerIdentity } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import { personalPolicy, type CallerPolicy } from '@tollgate/policy';
import { noSpan, type Span } from '@tollgate/tracing';
import type {
  CatalogModel,
  ProviderRoute,
  CatalogSnapshot,
  ModelDocument,
} from '../../src/catalog/catalog';
import { dialects } from '../../src/endpoints/text/dialects';
import { readPrices } from '../../src/catalog/read-prices';
import { createTextEndpoint } from '../../src/endpoints/text/text.endpoint';
import type { RouteKnowledge } from '../../src/call/route/order-candidates';
import { defaultClientPrefixes } from '../../src/catalog/names/resolve-model';
import { chooseRoute, type Routing } from '../../src/call/route/choose-route';
import { prepareCall } from '../../src/call/admit/prepare-call';
import type { UpstreamAnswer } from '../../src/call/attempt/open-upstream';
import type { HeldCall, PreparedCall } from '../../src/call/admit/held-call';
import type { OpenedCall } from '../../src/call/attempt/opened-call';
import type { ParsedCall } from '../../src/call/receive/received-call';
import type { RoutedCall } from '../../src/call/route/routed-call';

/** $1 per million prompt tokens, $2 per million completion tokens. */
const plainDocument = { prices: { prompt: '1', completion: '2' } };

export function aModel(
  changes: Partial<Omit<ModelDocument, 'maxCompletionTokens'>> & {
    readonly maxCompletionTokens?: number | undefined;
  } = {},
): CatalogModel {
  const document: ModelDocument = {
    id: 'acme/small',
    name: 'Small',
    kind: 'chat',
    ...plainDocument,
    ...changes,
  };
  return {
    id: document.id,
    name: document.name,
    kind: document.kind,
    family: 'other',
    contextLength: undefined,
    maxCompletionTokens: changes.maxCompletionTokens,
    prices: readPrices(document, 7n),
    document,
    createdAtMs: 0,
  };
}

export function aRoute(changes: Partial<ProviderRoute> = {}): ProviderRoute {
  return {
    id: 'route-1',
    provider: 'acme',
    protocol: 'openai',
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: 'key of the provider',
    headers: {},
    upstreamModel: undefined,
    priority: 1,
    weight: 1,
    quantization: undefined,
    dataCollection: 'deny',
    prices: null,
    supportedParameters: undefined,
    contextLength: undefined,
    maxCompletionTokens: undefined,
    ...changes,
  };
}

export function aSnapshot(
  models: readonly CatalogModel[] = [aModel()],
  routes: Readonly<Record<string, readonly ProviderRoute[]>> = { 'acme/small': [aRoute()] },
  aliases: Readonly<Record<string, string>> = {},
): CatalogSnapshot {
  return {
    version: 1n,
    models: new Map(models.map((model) => [model.id, model])),
    routes: new Map(Object.entries(routes)),
    defaultRoutes: [],
    aliases: new Map(Object.entries(aliases)),
    autoTiers: new Map(),
    freeTiers: new Map(),
    planned: [],
  };
}

/** All provider routes are healthy and unmeasured. */
export const noKnowledge: RouteKnowledge = {
  isHealthy: () => true,
  isProbeDue: () => false,
  findLatencyMs: () => undefined,
  findTokensPerSecond: () => undefined,
};

/** Without measurements; among equals the first is the first. */
export function aRouting(snapshot = aSnapshot(), changes: Partial<Routing> = {}): Routing {
  return {
    snapshot,
    clientPrefixes: defaultClientPrefixes,
    knowledge: noKnowledge,
    findSticky: () => undefined,
    random: () => 0.5,
    openByokKey: () => 'key of the organization',
    testModeUrl: undefined,
    ...changes,
  };
}

export interface CallChanges {
  readonly dialect?: keyof typeof dialects;
  readonly clientHeaders?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly caller?: Partial<CallerIdentity>;
  readonly policy?: CallerPolicy;
  readonly clientGone?: AbortSignal;
  readonly span?: Span;
}

const hello = [{ role: 'user', content: 'Hello' }];
const plainBodies = {
  chat: { messages: hello },
  responses: { input: hello },
  messages: { messages: hello, max_tokens: 100 },
};

export function aParsedCall(changes: CallChanges = {}): ParsedCall {
  const { body: fields = {}, caller = {}, clientGone, policy = personalPolicy } = changes;
  const { clientHeaders = {}, dialect = 'chat', span = noSpan } = changes;
  const body = { model: 'acme/small', ...plainBodies[dialect], ...fields };
  const bodyText = JSON.stringify(body);
  const endpoint = createTextEndpoint(dialects[dialect]);
  const raw = { bodyText, body, clientHeaders };
  return {
    ...raw,
    endpoint,
    ulid: makeUlid(Date.now()),
    requestId: 'req_test',
    startedAtMs: Date.now(),
    caller: {
      ...anonymousIdentity,
      kind: 'standard_key',
      userId: 'user_1',
      keyId: 'key_1',
      walletId: 'user_1',
      ...caller,
    },
    policy,
    appName: 'app',
    referer: '',
    clientGone: clientGone ?? new AbortController().signal,
    span,
    request: endpoint.parse(raw),
  };
}

export function aRoutedCall(changes: CallChanges = {}, snapshot = aSnapshot()): RoutedCall {
  return chooseRoute(aParsedCall(changes), aRouting(snapshot));
}

export function aPreparedCall(changes: CallChanges = {}, snapshot = aSnapshot()): PreparedCall {
  return prepareCall(aRoutedCall(changes, snapshot));
}

export const reservedNanos = 1_000_000n;

export function aHeldCall(changes: CallChanges = {}, snapshot = aSnapshot()): HeldCall {
  const call = aPreparedCall(changes, snapshot);
  const counter = { scope: 'key', scopeId: 'key_1', window: 'daily' } as const;
  const hold = {
    walletId: call.caller.walletId,
    holdId: call.ulid,
    instance: 'relay-1',
    amountNanos: reservedNanos,
    counters: [counter],
  };
  return {
    ...call,
    hold,
    worstCaseNanos: reservedNanos,
    limits: [{ ...counter, limitNanos: 1n, rule: 'reserved' }],
  };
}

export function anOpenedCall(changes: CallChanges = {}, status = 200): OpenedCall {
  const call = aHeldCall(changes);
  const attempt = { provider: 'acme', routeId: 'route-1', status, durationMs: 3, error: '' };
  return {
    ...call,
    candidate: call.candidates[0],
    attemptStartedAtMs: call.startedAtMs,
    attempts: [attempt],
    answer: anAnswer(status, ''),
  };
}

/** An upstream's answer whose body is `text`. */
export function anAnswer(status: number, text: string): UpstreamAnswer {
  const body = Readable.from(text === '' ? [] : [Buffer.from(text)]);
  return { status, headers: {}, body, abort: () => body.destroy() };
}
