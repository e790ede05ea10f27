import type { UpstreamTarget } from '@tollgate/model-spec';

/** What goes upstream besides the key: nothing of the client's own may pass by accident. */
export function makeUpstreamHeaders(target: UpstreamTarget): Record<string, string> {
  return {
    ...target.headers,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    // undici's request() does not decompress, and usage must be readable from the side.
    'accept-encoding': 'identity',
  };
}
