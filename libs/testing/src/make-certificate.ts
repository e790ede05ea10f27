import { createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface TestCertificate {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Signs the certificates of others; its host is the name of its own certificate. */
export interface TestAuthority extends TestCertificate {
  readonly host: string;
}

const dayMs = 24 * 60 * 60_000;

/** ASN.1 tags of what a certificate is made of. */
const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  ipAddress: 0x87,
  version: 0xa0,
  extensions: 0xa3,
} as const;

/** In DER, without their tag and length. */
const oids = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
} as const;

function encode(tag: keyof typeof tags, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const long = body.length > 0xff ? [0x82, body.length >> 8, body.length & 0xff] : undefined;
  const length = long ?? (body.length > 0x7f ? [0x81, body.length] : [body.length]);
  return Buffer.concat([Buffer.from([tags[tag], ...length]), body]);
}

const encodeOid = (name: keyof typeof oids): Buffer =>
  encode('oid', Buffer.from(oids[name], 'hex'));
const yes = encode('boolean', Buffer.from([0xff]));

function encodeTime(time: Date): Buffer {
  const digits = time.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return encode('utcTime', Buffer.from(digits.slice(2), 'latin1'));
}

function encodeName(host: string): Buffer {
  if (isIPv4(host)) return encode('ipAddress', Buffer.from(host.split('.').map(Number)));
  return encode('dnsName', Buffer.from(host, 'latin1'));
}

function encodeExtensions(hosts: readonly string[]): Buffer {
  const names = encode('sequence', ...hosts.map(encodeName));
  const altName = [encodeOid('subjectAltName'), encode('octetString', names)];
  const authority = encode('octetString', encode('sequence', yes));
  const constraints = [encodeOid('basicConstraints'), yes, authority];
  const list = [altName, constraints].map((parts) => encode('sequence', ...parts));
  return encode('extensions', encode('sequence', ...list));
}

function encodeSubject(host: string): Buffer {
  const common = encode('sequence', encodeOid('commonName'), encode('utf8', Buffer.from(host)));
  return encode('sequence', encode('set', common));
}

/** A certificate that is its own authority, for one day. */
export function makeAuthority(host: string): TestAuthority {
  return { host, ...makeCertificate(host) };
}

/**
 * A certificate for one day, for servers and clients that tests run: of the first host, valid for
 * the others too. Without an authority it is its own.
 */
export function makeCertificate(
  hosts: string | readonly [string, ...string[]],
  authority?: TestAuthority,
): TestCertificate {
  const names = typeof hosts === 'string' ? ([hosts] as const) : hosts;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const signingKey = authority === undefined ? privateKey : createPrivateKey(authority.key);
  const algorithm = encode('sequence', encodeOid('ecdsaWithSha256'));
  const now = Date.now();
  const validity = [now - dayMs, now + dayMs].map((ms) => encodeTime(new Date(ms)));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const statement = encode(
    'sequence',
    encode('version', encode('integer', Buffer.from([2]))),
    encode('integer', serial),
    algorithm,
    encodeSubject(authority?.host ?? names[0]),
    encode('sequence', ...validity),
    encodeSubject(names[0]),
    publicKey.export({ format: 'der', type: 'spki' }),
    encodeExtensions(names),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', statement, signingKey)]);
  const certificate = encode('sequence', statement, algorithm, encode('bitString', signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}
