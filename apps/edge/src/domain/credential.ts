import type { IncomingMessage } from 'node:http';
import { readCookie } from '@tollgate/identity';

export type Credential =
  | { readonly kind: 'bearer'; readonly secret: string }
  | { readonly kind: 'cookie'; readonly token: string }
  /** Something was sent that can be no credential at all. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'none' };

const none: Credential = { kind: 'none' };
const malformed: Credential = { kind: 'malformed' };
const bearerPattern = /^bearer +(\S+) *$/i;

/**
 * What a request identifies itself with. An Authorization header beats the cookie, even a bad one;
 * two of them are malformed, because nobody can say which one another server would take.
 */
export function readCredential(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  cookieName: string | null,
): Credential {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const secret = bearerPattern.exec(authorization)?.[1];
    if (secret === undefined || countHeader(request.rawHeaders, 'authorization') > 1) {
      return malformed;
    }
    return { kind: 'bearer', secret };
  }
  const token = cookieName === null ? undefined : readCookie(cookie, cookieName);
  return token === undefined || token === '' ? none : { kind: 'cookie', token };
}

/** Node keeps the first of several; only the raw list shows that there were more. */
function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    if (candidate?.length === name.length && candidate.toLowerCase() === name) count += 1;
  }
  return count;
}
