import type { IncomingMessage, ServerResponse } from 'node:http';
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
  proxyResponse: IncomingMessage,
  _request: IncomingMessage,
  response: ServerResponse,
): void {
  const { headers } = proxyResponse;
  // Not deleted: that would turn the object into a slow one, and undefined is not copied either.
  for (const name of ownNames) {
    if (headers[name] !== undefined) headers[name] = undefined;
  }
  // The inner connection's wish is not the client's: one may close and the other stay.
  headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
  if (headers['content-type']?.startsWith('text/event-stream')) sendHeadSoon(response);

  const status = proxyResponse.statusCode ?? 0;
  const { rate } = getContext(response as Response);
  if (rate === undefined || status < 200 || status >= 300) return;
  setRateHeaders(response, rate);
}

/** On good answers of counted routes; a refusal brings its own. */
export function setRateHeaders(response: ServerResponse, rate: RateState): void {
  for (const [name, value] of Object.entries(renderRateHeaders(rate))) {
    response.setHeader(name, value);
  }
}

/** Node would keep the head back until the first event; a client wants to know that it may wait. */
function sendHeadSoon(response: ServerResponse): void {
  setImmediate(() => {
    if (!response.headersSent && !response.destroyed) response.flushHeaders();
  });
}
