import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from './caller-identity';
import { decodeClaims, type IdentityClaims } from './identity-claims';
import { identityHeader, unsignedHeaders } from './header-names';

/** Distinct headers remembered; each is a caller of the last 15 s. */
const rememberedMax = 20_000;
const headerCharactersMax = 4_096;

export interface IdentityVerifier {
  /** The caller of the signed header; throws `unauthenticated` if it is absent, forged or old. */
  verify(header: string | undefined, nowMs: number): CallerIdentity;
  /** The same from a request's headers, with the client's address joined in. */
  readIdentity(headers: IncomingHttpHeaders, nowMs: number): CallerIdentity;
}

/** Two secrets while one replaces the other: a header may be signed with any of them. */
export function createIdentityVerifier(options: {
  readonly secrets: readonly Secret[];
}): IdentityVerifier {
  const keys = options.secrets.map((secret) => createSecretKey(Buffer.from(secret.reveal())));
  // The edge sends one text per caller for seconds: each distinct one is checked only once.
  const verified = new LRUCache<string, IdentityClaims>({ max: rememberedMax });

  function verify(header: string | undefined, nowMs: number): CallerIdentity {
    if (header === undefined || header.length > headerCharactersMax) throw refusal('missing');
    let claims = verified.get(header);
    if (claims === undefined) {
      claims = openHeader(header, keys);
      verified.set(header, claims);
    }
    if (claims.expiresAtMs <= nowMs) {
      verified.delete(header);
      throw refusal('expired');
    }
    return claims.identity;
  }

  return {
    verify,
    readIdentity: (headers, nowMs) => ({
      ...verify(readSingle(headers[identityHeader]), nowMs),
      clientIp: readSingle(headers[unsignedHeaders.clientIp]) ?? '',
    }),
  };
}

function openHeader(header: string, keys: readonly KeyObject[]): IdentityClaims {
  const dot = header.indexOf('.');
  if (dot <= 0) throw refusal('malformed');
  const claims = header.slice(0, dot);
  const given = Buffer.from(header.slice(dot + 1), 'base64url');
  if (!keys.some((key) => isSignedWith(key, claims, given))) throw refusal('forged');
  return decodeClaims(claims);
}

function isSignedWith(key: KeyObject, claims: string, given: Buffer): boolean {
  const expected = createHmac('sha256', key).update(claims).digest();
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function readSingle(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Why it was refused is for the log; the client reads the one text for all of them. */
function refusal(why: string): AppError {
  return new AppError('unauthenticated', { cause: new Error(`identity header ${why}`) });
}
