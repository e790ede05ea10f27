import type { RequestHandler } from 'express';
import { makeNoRouteError } from '@tollgate/http';
import { createHostRules, type Hosts } from '../domain/host-rules';

/** A path that its host does not answer is as unknown as any other, preflights included. */
export function checkHost(hosts: Hosts): RequestHandler {
  const isAnswered = createHostRules(hosts);
  return (request, _response, next) => {
    if (!isAnswered(request.headers.host, request.url)) {
      throw makeNoRouteError(request.method, request.url);
    }
    next();
  };
}
