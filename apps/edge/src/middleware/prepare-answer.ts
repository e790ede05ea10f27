import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Response } from 'express';
import { renderRateHeaders, type RateState } from '../use-cases/limit-rate';
import { getContext } from './request-context';

/** Headers that are the edge's own; a service that passes a provider's on must not replace them. */
const ownNames = [
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'keep-alive',
  'request-id',
  'x-powered-by',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
];

/** Adjusts the head of a service's answer before it is copied; its body passes untouched. */
export function prepareAnswer(
  status: number,
  headers: IncomingHttpHeaders,
  response: ServerResponse,
): void {
  const inner = readInnerRate(headers);
  // Not deleted: that would turn the object into a slow one, and undefined is not copied either.
  for (const name of ownNames) {
    if (headers[name] !== undefined) headers[name] = undefined;
  }
  // The inner connection's wish is not the client's: one may close and the other stay.
  headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
  if (headers['content-type']?.startsWith('text/event-stream')) sendHeadSoon(response);

  const { rate } = getContext(response as Response);
  const shown = chooseRate(rate, inner, status);
  if (shown !== undefined) setRateHeaders(response, shown);
}

/**
 * The same for a service of this process, which sets headers of the response itself. Returns the
 * function to be called before they are sent.
 */
export function protectOwnHeaders(response: Response): () => void {
  const own = ownNames.map((name) => [name, response.getHeader(name)] as const);
  return () => restoreHeaders(response, own);
}

function restoreHeaders(
  response: Response,
  own: readonly (readonly [string, ReturnType<Response['getHeader']>])[],
): void {
  const inner = readInnerRate(response.getHeaders() as IncomingHttpHeaders);
  for (const [name, value] of own) {
    const set = response.getHeader(name);
    if (set === value) continue;
    if (value === undefined) response.removeHeader(name);
    else response.setHeader(name, value);
  }
  const { rate } = getContext(response);
  const shown = chooseRate(rate, inner, response.statusCode);
  if (shown !== undefined) setRateHeaders(response, shown);
}

/** A quota of the service, such as that of a free model; nearly no answer has one. */
function readInnerRate(headers: IncomingHttpHeaders): RateState | undefined {
  const limit = headers['x-ratelimit-limit'];
  if (limit === undefined) return undefined;
  const numbers = [limit, headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']].map(
    Number,
  );
  const [total = NaN, remaining = NaN, resetAtSeconds = NaN] = numbers;
  return numbers.every((number) => Number.isSafeInteger(number) && number >= 0)
    ? { limit: total, remaining, resetAtSeconds }
    : undefined;
}

/** The tighter of the two counts, and of a refusal the one that refused. */
function chooseRate(
  rate: RateState | undefined,
  inner: RateState | undefined,
  status: number,
): RateState | undefined {
  if (status === 429) return inner;
  if (rate === undefined || status < 200 || status >= 300) return undefined;
  return inner !== undefined && inner.remaining < rate.remaining ? inner : rate;
}

/** On good answers of counted routes; a refusal brings its own. */
export function setRateHeaders(response: ServerResponse, rate: RateState): void {
  const headers = renderRateHeaders(rate);
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

/** Node would keep the head back until the first event; a client wants to know that it may wait. */
function sendHeadSoon(response: ServerResponse): void {
  setImmediate(() => {
    if (!response.headersSent && !response.destroyed) response.flushHeaders();
  });
}
