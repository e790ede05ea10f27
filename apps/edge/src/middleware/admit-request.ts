import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import type { AuthorizeInput, AuthorizeRequest, Grant } from '../use-cases/authorize-request';
import type { Brake } from '../use-cases/brake';
import type { LimitRate, RateState } from '../use-cases/limit-rate';
import { startRefusalPace, type RefusalPace } from '../use-cases/refusal-pace';
import { getContext, getRoute } from './request-context';

/** Authenticates and authorizes the caller. Refusals take equally long, whatever their reason. */
export function authorizeCaller(authorize: AuthorizeRequest): RequestHandler {
  return (request, response, next) => {
    const context = getContext(response);
    const { clientIp, requestId } = context;
    const pass = (grant: Grant): void => {
      context.grant = grant;
      next();
    };
    const input = { request, route: getRoute(context), clientIp, requestId };
    if (input.route.isLive) context.reauthorize = repeatLater(authorize, input);
    let grant: Grant | Promise<Grant>;
    try {
      grant = authorize(input);
    } catch (error) {
      return refuse(error, startRefusalPace());
    }
    // A promise only when the caller is not cached.
    if (!(grant instanceof Promise)) return pass(grant);
    const pace = startRefusalPace();
    return grant.then(pass, (error: unknown) => refuse(error, pace));
  };
}

/** With the headers as they are now: those of the request are replaced when it is forwarded. */
function repeatLater(
  authorize: AuthorizeRequest,
  input: AuthorizeInput,
): () => Grant | Promise<Grant> {
  const { headers, method = '', rawHeaders } = input.request;
  return () => authorize({ ...input, request: { headers, method, rawHeaders } });
}

async function refuse(error: unknown, pace: RefusalPace): Promise<never> {
  if (AppError.is(error, 'unauthenticated')) await pace.wait();
  throw error;
}

/**
 * The global brake, which is in memory, and then the rate of the caller: the only round trip that
 * a known caller costs, and one that only callers near their limit wait for.
 */
export function limitCallRate(brake: Pick<Brake, 'apply'>, limitRate: LimitRate): RequestHandler {
  return (_request, response, next) => {
    const context = getContext(response);
    brake.apply(getRoute(context));
    if (context.grant === undefined) throw new Error('the request was not authorized');
    const pass = (rate: RateState | undefined): void => {
      context.rate = rate;
      next();
    };
    const { clientIp, path } = context;
    const rate = limitRate(getRoute(context), context.grant, { clientIp, path: path.path });
    return rate instanceof Promise ? rate.then(pass) : pass(rate);
  };
}
