import type { UpstreamTarget } from '@tollgate/model-spec';

/** The headers of upstream requests besides the key: no header of the client is forwarded. */
export function makeUpstreamHeaders(target: UpstreamTarget): Record<string, string> {
  return {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    // undici's request() does not decompress, and usage must be readable from the side.
    'accept-encoding': 'identity',
  };
}

/** A self-hosted server may have no key: it gets no header then. */
export function makeBearerHeaders(target: UpstreamTarget): Record<string, string> {
  const headers = makeUpstreamHeaders(target);
  if (target.apiKey !== '') headers['authorization'] = `Bearer ${target.apiKey}`;
  return headers;
}
