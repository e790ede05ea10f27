import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorAnswer, SignedCall } from '../../protocol';
import { renderException } from './render-error';

/** The secret of every access key; README.md names it. */
export const secretAccessKey = 'simulatorSecretAccessKey00000000';

const form = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=([A-Z0-9]+)/(\\d{8})/([a-z0-9-]+)/bedrock/aws4_request, ?' +
    'SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$',
);
const clockSkewMsMax = 5 * 60 * 1_000;

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export function readAccessKeyId({ authorization = '' }: IncomingHttpHeaders): string {
  return form.exec(authorization)?.[1] ?? '';
}

/** AWS Signature Version 4, from its description and not from a library. */
export function findAuthFault(call: SignedCall): ErrorAnswer | undefined {
  const { headers, nowMs } = call;
  const [, , date, region, names, signature] = form.exec(headers.authorization ?? '') ?? [];
  // An API key signs nothing.
  if (date === undefined || region === undefined || names === undefined) return undefined;
  const at = String(headers['x-amz-date']);
  const atMs = readTime(at);
  if (!at.startsWith(date) || Math.abs(atMs - nowMs) > clockSkewMsMax) {
    return renderException(403, 'InvalidSignatureException', `Signature expired: ${at}`);
  }
  if (isExpired(headers['x-amz-security-token'], nowMs)) {
    const message = 'The security token included in the request is expired';
    return renderException(403, 'ExpiredTokenException', message);
  }
  if (sign(call, { at, date, region, names }) === signature) return undefined;
  const message =
    'The request signature we calculated does not match the signature you provided. ' +
    'Check your AWS Secret Access Key and signing method.';
  return renderException(403, 'InvalidSignatureException', message);
}

interface Scope {
  readonly at: string;
  readonly date: string;
  readonly region: string;
  readonly names: string;
}

function sign(call: SignedCall, { at, date, names, region }: Scope): string {
  const scope = `${date}/${region}/bedrock/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonicalize(call, names))].join('\n');
  const dateKey = hmac(`AWS4${secretAccessKey}`, date);
  const key = hmac(hmac(hmac(dateKey, region), 'bedrock'), 'aws4_request');
  return hmac(key, toSign).toString('hex');
}

/** The path is encoded once more: all services but S3 do so. */
function canonicalize({ body, headers, method, target }: SignedCall, names: string): string {
  const [path = '', query = ''] = target.split('?');
  const segments = path.split('/').map((segment) => encodeURIComponent(segment));
  const pairs = [...new URLSearchParams(query)].map((pair) => pair.map(encodeURIComponent));
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  return [
    method,
    segments.join('/'),
    pairs
      .map((pair) => pair.join('='))
      .sort()
      .join('&'),
    lines.join(''),
    names,
    sha256(body),
  ].join('\n');
}

/** `20261118T021500Z` */
function readTime(at: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(at) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

const expiry = /^simulatorExpires(\d{13})/;

/** A session token names the time of its own expiry: `simulatorExpires1763110800000`. */
function isExpired(token: unknown, nowMs: number): boolean {
  const expiresAtMs = typeof token === 'string' ? expiry.exec(token)?.[1] : undefined;
  return expiresAtMs !== undefined && Number(expiresAtMs) <= nowMs;
}
