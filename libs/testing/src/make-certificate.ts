import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface TestCertificate {
  /** PEM: it is its own authority. */
  readonly cert: string;
  readonly key: string;
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

function encodeExtensions(host: string): Buffer {
  const names = encode('sequence', encode('dnsName', Buffer.from(host, 'latin1')));
  const altName = [encodeOid('subjectAltName'), encode('octetString', names)];
  const authority = encode('octetString', encode('sequence', yes));
  const constraints = [encodeOid('basicConstraints'), yes, authority];
  const list = [altName, constraints].map((parts) => encode('sequence', ...parts));
  return encode('extensions', encode('sequence', ...list));
}

/** A certificate of a host for one day, for servers that tests run. */
export function makeCertificate(host: string): TestCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const algorithm = encode('sequence', encodeOid('ecdsaWithSha256'));
  const common = encode('sequence', encodeOid('commonName'), encode('utf8', Buffer.from(host)));
  const name = encode('sequence', encode('set', common));
  const now = Date.now();
  const validity = [now - dayMs, now + dayMs].map((ms) => encodeTime(new Date(ms)));
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const statement = encode(
    'sequence',
    encode('version', encode('integer', Buffer.from([2]))),
    encode('integer', serial),
    algorithm,
    name,
    encode('sequence', ...validity),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
    encodeExtensions(host),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', statement, privateKey)]);
  const certificate = encode('sequence', statement, algorithm, encode('bitString', signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string,
  };
}
