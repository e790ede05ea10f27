import type { UpstreamTarget } from '@tollgate/model-spec';

/** Only these headers go upstream: nothing of the client's own may pass by accident. */
export function signRequest(target: UpstreamTarget): Record<string, string> {
  return {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    // undici's request() does not decompress, and usage must be readable from the side.
    'accept-encoding': 'identity',
    'x-goog-api-key': target.apiKey,
  };
}
