import type { InternalRoute } from '@tollgate/http';
import type { CallLog } from '../domain/call-log';

/** GET /__sim/calls */
export function callsRoute(calls: CallLog): InternalRoute {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(calls.describe()));
  };
}

/** POST /__sim/reset, or /__sim/reset?requests=1 to keep headers and bodies from now on. */
export function resetRoute(calls: Pick<CallLog, 'reset'>): InternalRoute {
  return (request, response) => {
    if (request.method !== 'POST') {
      response.writeHead(405, { allow: 'POST' }).end();
      return;
    }
    const query = new URLSearchParams((request.url ?? '').split('?')[1]);
    calls.reset({ keepsRequests: query.get('requests') === '1' });
    response.writeHead(204).end();
  };
}
