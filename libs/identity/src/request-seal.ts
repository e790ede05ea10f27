import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';

/** How long a seal is valid. The edge makes it when it sends the request. */
export const sealLifeMs = 15_000;

/** What a seal is valid for. */
export interface SealedRequest {
  /** The service that owns the route. */
  readonly audience: string;
  readonly method: string;
  /** The path with its query, exactly as it is sent. */
  readonly url: string;
}

export interface RequestSeal {
  /** Accepted once. */
  readonly id: number;
  readonly expiresAtMs: number;
}

const radix = 36;
const sealPattern = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([A-Za-z0-9_-]{43})$/;

/** The header's value: `<id>.<expiry>.<signature>`. */
export function writeSeal(
  key: KeyObject,
  seal: RequestSeal,
  signedIdentity: string,
  request: SealedRequest,
): string {
  const terms = `${seal.id.toString(radix)}.${seal.expiresAtMs.toString(radix)}`;
  return `${terms}.${digest(key, terms, signedIdentity, request).toString('base64url')}`;
}

/** Undefined unless one of the keys signed it, for this identity and this request. */
export function readSeal(
  keys: readonly KeyObject[],
  header: string,
  signedIdentity: string,
  request: SealedRequest,
): RequestSeal | undefined {
  const [, id = '', expiresAt = '', signature = ''] = sealPattern.exec(header) ?? [];
  const given = Buffer.from(signature, 'base64url');
  const isSigned = keys.some((key) => {
    const expected = digest(key, `${id}.${expiresAt}`, signedIdentity, request);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return undefined;
  return { id: Number.parseInt(id, radix), expiresAtMs: Number.parseInt(expiresAt, radix) };
}

/**
 * The signature of an identity stands for it, which saves hashing all of it again. A line break
 * cannot be part of any of these texts, nor of a signed identity, so no two inputs are the same.
 */
function digest(
  key: KeyObject,
  terms: string,
  signedIdentity: string,
  { audience, method, url }: SealedRequest,
): Buffer {
  const signature = signedIdentity.slice(signedIdentity.indexOf('.') + 1);
  return createHmac('sha256', key)
    .update(`${terms}\n${signature}\n${audience}\n${method}\n${url}`)
    .digest();
}
