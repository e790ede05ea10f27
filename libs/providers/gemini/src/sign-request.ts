import type { UpstreamTarget } from '@tollgate/model-spec';
import { makeUpstreamHeaders } from '@tollgate/model-kit';

/** Only these headers go upstream: nothing of the client's own may pass by accident. */
export function signRequest(target: UpstreamTarget): Record<string, string> {
  return {
    ...makeUpstreamHeaders(target),
    'x-goog-api-key': target.apiKey,
  };
}
