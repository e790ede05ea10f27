import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface SignedRequest {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
}

const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const form = new RegExp(
  '^AWS4-HMAC-SHA256 Credential=[^/]+/(\\d{8})/([^/]+)/s3/aws4_request, ?' +
    'SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$',
);

/** AWS Signature Version 4 in headers, from its description and not from the library in use. */
export function verifySignature(request: SignedRequest, secret: string): boolean {
  const authorization = request.headers.authorization ?? '';
  const [, date, region, names, signature] = form.exec(authorization) ?? [];
  if (date === undefined || region === undefined || names === undefined) return false;
  const signedNames = names.split(';');
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  if (!needed.every((name) => signedNames.includes(name))) return false;
  const at = String(request.headers['x-amz-date']);
  if (!at.startsWith(date)) return false;
  const scope = `${date}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonicalize(request, signedNames))];
  const dateKey = hmac(`AWS4${secret}`, date);
  const key = hmac(hmac(hmac(dateKey, region), 's3'), 'aws4_request');
  return hmac(key, toSign.join('\n')).toString('hex') === signature;
}

function canonicalize(
  { method, target, headers }: SignedRequest,
  names: readonly string[],
): string {
  const [path = '', query = ''] = target.split('?');
  const pairs = [...new URLSearchParams(query)].map(([name, value]) =>
    [name, value].map(encodeURIComponent).join('='),
  );
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`);
  return [
    method,
    path,
    pairs.sort().join('&'),
    lines.join(''),
    names.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n');
}
