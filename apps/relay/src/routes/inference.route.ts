import { validate } from '@tollgate/http';
import type { Request, Response, RequestHandler } from 'express';
import type { CountTokens } from '../call/count-tokens';
import type { EstimateCall } from '../call/estimate-call';
import type { Endpoint } from '../domain/endpoint';
import type { RelayCall } from '../call/relay-call';
import { estimatingKinds, receiveCall, type FindPolicy } from '../call/receive/receive-call';
import { estimateBodySchema } from './inference.operations';

/** An HTTP route that relays a JSON body to a provider. */
export function createInferenceRoute(
  endpoint: Endpoint,
  relayCall: RelayCall,
  findPolicy: FindPolicy,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const call = await receiveCall(request, response, { findPolicy });
    await relayCall({ ...call, endpoint }, response);
  };
}

/** POST /v1/messages/count_tokens */
export function createCountTokensRoute(
  countTokens: CountTokens,
  findPolicy: FindPolicy,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const tokens = await countTokens(await receiveCall(request, response, { findPolicy }));
    response.json({ input_tokens: tokens });
  };
}

/** POST /v1/estimate: any inference body, and which endpoint it is meant for. */
export function createEstimateRoute(
  estimateCall: EstimateCall,
  findPolicy: FindPolicy,
): RequestHandler {
  return async (request, response) => {
    const kinds = estimatingKinds;
    const call = await receiveCall(request, response, { findPolicy, kinds });
    const { endpoint, ...body } = validate(estimateBodySchema, call.body);
    response.setHeader('cache-control', 'private, no-store');
    response.json(await estimateCall({ ...call, endpoint, body, bodyText: JSON.stringify(body) }));
  };
}
