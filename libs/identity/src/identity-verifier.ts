import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Secret } from '@tollgate/config';
import { AppError } from '@tollgate/errors';
import type { CallerIdentity } from './caller-identity';
import { decodeClaims, type IdentityClaims } from './identity-claims';
import { identityHeader, sealHeader, unsignedHeaders } from './header-names';
import { readSeal, sealLifeMs } from './request-seal';
import { UsedSeals } from './used-seals';

/** Distinct headers remembered; each is a caller of the last 15 s. */
const rememberedMax = 20_000;
const headerCharactersMax = 4_096;
/** A seal may come from a clock that is ahead of ours by as much as its life. */
const sealAheadMsMax = 2 * sealLifeMs;

/** A request as it was received: the URL is the path with its query. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface IdentityVerifier {
  /**
   * The caller of the signed header; throws `unauthenticated` if it is absent, forged or old. For
   * an identity that another service passes on, which has checked its seal.
   */
  verify(header: string | undefined, nowMs: number): CallerIdentity;
  /**
   * The caller of a request from the edge, with the client's address joined in. The seal must be
   * for this service, method and URL, and is accepted once.
   */
  readIdentity(request: ReceivedRequest, nowMs: number): CallerIdentity;
}

export interface IdentityVerifierOptions {
  /** Two while one replaces the other: a header may be signed with any of them. */
  readonly secrets: readonly Secret[];
  /** The name of this service in the route table of the edge. */
  readonly audience: string;
}

export function createIdentityVerifier(options: IdentityVerifierOptions): IdentityVerifier {
  const { audience, secrets } = options;
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret.reveal())));
  // The edge sends one text per caller for seconds: each distinct one is checked only once.
  const verified = new LRUCache<string, IdentityClaims>({ max: rememberedMax });
  const usedSeals = new UsedSeals({ rememberMs: sealAheadMsMax });

  function verifyClaims(header: string | undefined, nowMs: number): IdentityClaims {
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
    return claims;
  }

  function useSeal(signedIdentity: string, request: ReceivedRequest, nowMs: number): void {
    const { headers, method, url } = request;
    const header = readSingle(headers[sealHeader]) ?? '';
    const seal = readSeal(keys, header, signedIdentity, { audience, method, url });
    if (seal === undefined) throw refusal('without a seal for this request');
    const leftMs = seal.expiresAtMs - nowMs;
    if (leftMs <= 0 || leftMs > sealAheadMsMax) throw refusal('with an expired seal');
    if (!usedSeals.add(seal.id, nowMs)) throw refusal('with a used seal');
  }

  return {
    verify: (header, nowMs) => verifyClaims(header, nowMs).identity,
    readIdentity: (request, nowMs) => {
      const header = readSingle(request.headers[identityHeader]);
      const { identity, needsSeal } = verifyClaims(header, nowMs);
      if (header !== undefined && needsSeal) useSeal(header, request, nowMs);
      const clientIp = readSingle(request.headers[unsignedHeaders.clientIp]) ?? '';
      return { ...identity, clientIp };
    },
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
