import type { RequestHandler } from 'express';
import { getContext } from './request-context';

const preflightSeconds = 86_400;

/** On every answer of the public API. There are no credentials in it: cookies stay at home. */
export function makeCorsHeaders(slug: string): readonly (readonly [string, string])[] {
  const title = slug.charAt(0).toUpperCase() + slug.slice(1);
  const exposed = [
    'X-Request-Id',
    'Request-Id',
    'X-Generation-Id',
    'X-RateLimit-Limit',
    'X-RateLimit-Remaining',
    'X-RateLimit-Reset',
    'Retry-After',
    'Idempotent-Replayed',
    'X-Auto-Resolved-Model',
    `X-${title}-Auto-Tier`,
    `x-${slug}-free-fallback`,
    `x-${slug}-provider`,
    `x-${slug}-clamped`,
    `x-${slug}-dropped`,
    `x-${slug}-transforms`,
    `x-${slug}-cost`,
    'Content-Range',
  ];
  return [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Expose-Headers', exposed.join(', ')],
  ];
}

/** OPTIONS on any path of the public API, known or not. */
export const answerPreflight: RequestHandler = (request, response, next) => {
  if (request.method !== 'OPTIONS' || !getContext(response).path.isApi) {
    next();
    return;
  }
  response.setHeader('Access-Control-Allow-Methods', 'GET,POST,PATCH,DELETE,OPTIONS');
  response.setHeader('Access-Control-Max-Age', preflightSeconds);
  const wanted = request.headers['access-control-request-headers'];
  // A wildcard would not cover Authorization, and any list of ours would go stale.
  if (wanted !== undefined) response.setHeader('Access-Control-Allow-Headers', wanted);
  response.writeHead(204).end();
};
