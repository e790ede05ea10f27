import type { Request, Response } from 'express';
import type { Endpoint } from '../domain/endpoint';
import type { RelayCall } from '../call/relay-call';
import { receiveCall, type FindPolicy } from '../call/receive/receive-call';

/** An HTTP route that relays a JSON body to a provider. */
export function createInferenceRoute(
  endpoint: Endpoint,
  relayCall: RelayCall,
  findPolicy: FindPolicy,
): (request: Request, response: Response) => Promise<void> {
  return async (request, response) => {
    const call = await receiveCall(request, response, findPolicy);
    await relayCall({ ...call, endpoint }, response);
  };
}
