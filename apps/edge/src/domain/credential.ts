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

export interface CredentialPlaces {
  /** Null: the route takes no session. */
  readonly cookieName: string | null;
  readonly takesApiKeyHeader: boolean;
}

/**
 * What a request identifies itself with. An Authorization header beats the other places, even a bad
 * one; two of them are malformed, because another server might take the other one.
 */
export function readCredential(
  request: Pick<IncomingMessage, 'headers' | 'rawHeaders'>,
  { cookieName, takesApiKeyHeader }: CredentialPlaces,
): Credential {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const secret = bearerPattern.exec(authorization)?.[1];
    if (secret === undefined || countHeader(request.rawHeaders, 'authorization') > 1) {
      return malformed;
    }
    return { kind: 'bearer', secret };
  }
  const apiKey = takesApiKeyHeader ? request.headers['x-api-key'] : undefined;
  if (apiKey !== undefined) return readApiKey(apiKey, request.rawHeaders);
  const token = cookieName === null ? undefined : readCookie(cookie, cookieName);
  return token === undefined || token === '' ? none : { kind: 'cookie', token };
}

function readApiKey(value: string | string[], rawHeaders: readonly string[]): Credential {
  const secret = typeof value === 'string' ? value.trim() : '';
  const isOne = secret !== '' && !/\s/.test(secret) && countHeader(rawHeaders, 'x-api-key') === 1;
  return isOne ? { kind: 'bearer', secret } : malformed;
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
