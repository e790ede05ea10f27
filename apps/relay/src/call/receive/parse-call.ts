import type { ParsedCall, ReceivedCall } from './received-call';

/** Raises what is wrong with the request, by the rules of its endpoint. */
export function parseCall(received: ReceivedCall): ParsedCall {
  return { ...received, request: received.endpoint.parse(received) };
}
