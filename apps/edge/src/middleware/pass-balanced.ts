import type { ClientRequest } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import type { Instance } from '../domain/instance-list';
import type { Balancer } from '../use-cases/balancer';
import { setSignedIdentity } from './forward-headers';
import { getContext } from './request-context';

/** The instance that a request begins with; undefined when none is known. */
export function beginAttempt(balancer: Balancer, response: Response): Instance | undefined {
  const context = getContext(response);
  const attempt = balancer.begin(context.grant?.identity.affinity);
  if (attempt === undefined) return undefined;
  context.attempt = attempt;
  response.once('close', () => balancer.end(attempt));
  return attempt.instance;
}

/** Another instance for a request of which nothing was sent; undefined: the request failed. */
export function continueAttempt(
  balancer: Balancer,
  error: Error,
  response: Response,
): Instance | undefined {
  const { attempt, requestId } = getContext(response);
  if (attempt === undefined || response.headersSent || response.destroyed) return undefined;
  return balancer.continue(attempt, error, requestId) ? attempt.instance : undefined;
}

export interface PassBalancedOptions {
  readonly balancer: Balancer;
  readonly createProxy: (instance: Instance) => RequestHandler;
}

export interface BalancedProxy {
  readonly pass: RequestHandler;
  /** Sends a failed request to another instance if nothing of it was sent: true if it did. */
  readonly retry: (error: Error, request: Request, response: Response) => boolean;
}

const retryAfterSeconds = 1;

/** Passes each request to one of the instances of a service. */
export function passBalanced({ balancer, createProxy }: PassBalancedOptions): BalancedProxy {
  const getProxy = createOncePerInstance(createProxy);
  return {
    pass: (request, response, next) => {
      const instance = beginAttempt(balancer, response);
      if (instance === undefined) throw new AppError('overloaded', { retryAfterSeconds });
      return getProxy(instance)(request, response, next);
    },
    retry: (error, request, response) => {
      if (!isUnsent(request, response)) return false;
      const instance = continueAttempt(balancer, error, response);
      if (instance === undefined) return false;
      setSignedIdentity(request, getContext(response));
      void getProxy(instance)(request, response, () => undefined);
      return true;
    },
  };
}

/** What is made for an instance that is gone is collected; its idle connections time out. */
export function createOncePerInstance<Value extends object>(
  create: (instance: Instance) => Value,
): (instance: Instance) => Value {
  const created = new WeakMap<Instance, Value>();
  return (instance) => {
    const known = created.get(instance);
    if (known !== undefined) return known;
    const value = create(instance);
    created.set(instance, value);
    return value;
  };
}

/** To be called when a request has got its connection. */
export function noteConnection({ socket }: ClientRequest, response: Response): void {
  const { attempt } = getContext(response);
  if (attempt === undefined || socket === null) return;
  attempt.socket = socket;
  attempt.bytesBefore = socket.bytesWritten;
}

/**
 * The connection was never opened, or it was closed while it waited for the body: nothing of the
 * request was written, and nothing of the body was read from the client, which could not be read
 * again.
 */
function isUnsent(request: Request, response: Response): boolean {
  const { attempt } = getContext(response);
  if (attempt === undefined) return false;
  if (attempt.socket === undefined) return true;
  return attempt.socket.bytesWritten === attempt.bytesBefore && !request.readableDidRead;
}
