import type { InternalRoute } from '@tollgate/http';
import { clientSecret, tokenDesk } from '../domain/token-desk';
import { readText, sendError, sendJson, type Route, type RouteOptions } from './exchange';

const googleGrant = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Names the seconds that a token is valid. */
const life = /\/expires-in-(\d{1,5})\//;

/**
 * POST /v1/token (Google) and POST /v1/{tenant}/oauth2/v2.0/token (Entra). Tokens of
 * `/v1/expires-in-5/token` and of the tenant `expires-in-5` are valid for five seconds.
 */
export function tokenRoute({ nowMs }: Pick<RouteOptions, 'nowMs'>): Route {
  return async (request, response, path) => {
    const form = new URLSearchParams((await readText(request)) ?? '');
    const [, seconds] = life.exec(path) ?? [];
    if (isKnown(form, nowMs())) {
      const token = tokenDesk.issue(nowMs(), seconds === undefined ? undefined : Number(seconds));
      return sendJson(response, token);
    }
    const body = '{"error":"invalid_client","error_description":"Invalid client secret provided."}';
    return sendError(response, { status: 401, headers: {}, body });
  };
}

function isKnown(form: URLSearchParams, nowMs: number): boolean {
  if (form.get('grant_type') === googleGrant) {
    return tokenDesk.isAssertion(form.get('assertion') ?? '', nowMs);
  }
  return (
    form.get('grant_type') === 'client_credentials' && form.get('client_secret') === clientSecret
  );
}

/** GET /__sim/service-account */
export const serviceAccountRoute: InternalRoute = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(tokenDesk.describeServiceAccount()));
};

/** POST /__sim/revoke-tokens */
export const revokeTokensRoute: InternalRoute = (request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'POST' }).end();
    return;
  }
  tokenDesk.revoke(Date.now());
  response.writeHead(204).end();
};
