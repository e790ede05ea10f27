import type { VideoTarget } from './video-protocol';

type SignedTarget = Pick<VideoTarget, 'apiKey' | 'headers'>;

/** Headers of a request with a bearer token. No header of the client is forwarded. */
export function signRequest({ apiKey, headers }: SignedTarget): Record<string, string> {
  return { ...makeHeaders(headers), authorization: `Bearer ${apiKey}` };
}

/** Headers of a request to Google, which takes the key in a header of its own. */
export function signGoogleRequest({ apiKey, headers }: SignedTarget): Record<string, string> {
  return { ...makeHeaders(headers), 'x-goog-api-key': apiKey };
}

function makeHeaders(headers: VideoTarget['headers']): Record<string, string> {
  return { ...headers, accept: 'application/json', 'accept-encoding': 'identity' };
}
