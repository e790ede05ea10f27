import type { VideoTarget } from '@tollgate/video-spec';

/** Only these headers go upstream: nothing of the client's own may pass by accident. */
export function signRequest({
  apiKey,
  headers,
}: Pick<VideoTarget, 'apiKey' | 'headers'>): Record<string, string> {
  return {
    ...headers,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'x-goog-api-key': apiKey,
  };
}
