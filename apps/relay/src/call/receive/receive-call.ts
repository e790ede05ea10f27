import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '@tollgate/errors';
import type { Request, Response } from 'express';
import {
  cleanHeader,
  getRequestId,
  getSpan,
  readAttribution,
  readJsonText,
  watchClient,
} from '@tollgate/http';
import { getIdentity, type CallerIdentity, type CallerKind } from '@tollgate/identity';
import { makeUlid } from '@tollgate/ids';
import type { CallerPolicy } from '@tollgate/policy';
import { parseTraceParent, traceHeader, type Span } from '@tollgate/tracing';
import { testHeader } from '../../domain/test-header';
import type { ReceivedCall } from './received-call';

const clientHeaderCharactersMax = 2_000;
/** Anthropic clients choose the version and the betas of a request that is passed through. */
const clientHeaderNames = [
  'anthropic-version',
  'anthropic-beta',
  'x-free-fallback',
  testHeader,
] as const;

/** Raises: forbidden for a caller that was removed from its organization, overloaded. */
export type FindPolicy = (caller: CallerIdentity) => CallerPolicy | Promise<CallerPolicy>;

export type ReceivedBody = Pick<ReceivedCall, 'body' | 'bodyText' | 'files'>;
export type ReadCallBody = (request: Request) => Promise<ReceivedBody>;

const callingKinds: ReadonlySet<CallerKind> = new Set([
  'standard_key',
  'test_key',
  'institution_session',
  'playground_token',
]);
/** A session calls no models, but may ask what a call would cost. */
export const estimatingKinds: ReadonlySet<CallerKind> = new Set([...callingKinds, 'session']);

const readJsonCall: ReadCallBody = async (request) => {
  const { body, text } = await readJsonText(request);
  return { body, bodyText: text };
};

export interface ReceiveOptions {
  readonly findPolicy: FindPolicy;
  readonly readBody?: ReadCallBody;
  /** Kinds of callers that may send it; those that may call models by default. */
  readonly kinds?: ReadonlySet<CallerKind>;
}

/** Reads the caller, its policy and the body of a model call. Raises: forbidden, invalid_json. */
export async function receiveCall(
  request: Request,
  response: Response,
  { findPolicy, kinds = callingKinds, readBody = readJsonCall }: ReceiveOptions,
): Promise<Omit<ReceivedCall, 'endpoint'>> {
  const startedAtMs = Date.now();
  const caller = getIdentity(response);
  checkCaller(caller, kinds);
  const policy = await findPolicy(caller);
  const received = await readBody(request);
  const span = getSpan(response);
  return {
    ulid: makeUlid(startedAtMs),
    requestId: getRequestId(response),
    startedAtMs,
    caller,
    policy,
    ...readAttribution(request.headers),
    ...received,
    clientHeaders: readClientHeaders(request.headers),
    clientGone: watchClient(response),
    span,
    clientTraceParent: readClientTrace(request.headers, span),
  };
}

function readClientHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of clientHeaderNames) {
    const value = headers[name];
    if (typeof value === 'string') found[name] = cleanHeader(value, clientHeaderCharactersMax);
  }
  return found;
}

function readClientTrace(headers: IncomingHttpHeaders, span: Span): string | undefined {
  const header = headers[traceHeader];
  if (span.isRecorded || typeof header !== 'string') return undefined;
  return parseTraceParent(header) === undefined ? undefined : header;
}

/** Raises forbidden for callers that may not call models. */
export function checkCaller({ kind }: CallerIdentity, kinds = callingKinds): void {
  if (!kinds.has(kind)) throw new AppError('forbidden');
}
