import type { RequestHandler } from 'express';
import { validate } from '@tollgate/http';
import type { EstimateCall } from '../call/estimate-call';
import { estimateBodySchema } from './inference.operations';
import { receiveCall, type FindPolicy } from '../call/receive/receive-call';

/** POST /v1/estimate: any inference body, and which endpoint it is meant for. */
export function createEstimateRoute(
  estimateCall: EstimateCall,
  findPolicy: FindPolicy,
): RequestHandler {
  return async (request, response) => {
    const call = await receiveCall(request, response, findPolicy);
    const { endpoint, ...body } = validate(estimateBodySchema, call.body);
    response.setHeader('cache-control', 'private, no-store');
    response.json(await estimateCall({ ...call, endpoint, body, bodyText: JSON.stringify(body) }));
  };
}
