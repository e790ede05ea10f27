import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Makes passkeys and signs in with them, as a browser with a security key does. */
export interface SoftwareAuthenticator {
  create(options: {
    readonly challenge: string;
    readonly rp: { readonly id: string };
    readonly user: { readonly id: string };
  }): PasskeyJson<AttestationJson>;
  /** Signs with the newest passkey of the site. */
  get(options: { readonly challenge: string; readonly rpId: string }): PasskeyJson<AssertionJson>;
}

/** As `PublicKeyCredential.toJSON()` makes it. */
export interface PasskeyJson<Response = AttestationJson | AssertionJson> {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults: Readonly<Record<string, never>>;
  readonly response: Response;
}

/** Texts are base64url. */
interface AttestationJson {
  readonly clientDataJSON: string;
  readonly attestationObject: string;
  readonly transports: readonly string[];
}

interface AssertionJson {
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle: string;
}

interface Credential {
  readonly id: Buffer;
  readonly userHandle: string;
  readonly privateKey: KeyObject;
  counter: number;
}

export interface AuthenticatorOptions {
  readonly origin: string;
  /** Whether its owner unlocked it. */
  readonly isUserVerified?: boolean;
  /** How many uses it adds for each signature; 0: it does not count. */
  readonly counterStep?: number;
}

const flags = { present: 0x01, verified: 0x04, hasCredential: 0x40 };
const aaguid = Buffer.alloc(16);

export function createSoftwareAuthenticator(options: AuthenticatorOptions): SoftwareAuthenticator {
  const { counterStep = 1, isUserVerified = true, origin } = options;
  const credentials = new Map<string, Credential>();
  const owner = flags.present | (isUserVerified ? flags.verified : 0);
  const makeClientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    create({ challenge, rp, user }) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const id = randomBytes(32);
      credentials.set(rp.id, { id, userHandle: user.id, privateKey, counter: 0 });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const head = makeHead(rp.id, owner | flags.hasCredential, 0);
      const authData = Buffer.concat([head, aaguid, length, id, encodeKey(x, y)]);
      const attestation = encodeMap([
        [encodeText('fmt'), encodeText('none')],
        [encodeText('attStmt'), encodeMap([])],
        [encodeText('authData'), encodeBytes(authData)],
      ]);
      return wrap(id, {
        clientDataJSON: makeClientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['usb'],
      });
    },

    get({ challenge, rpId }) {
      const credential = credentials.get(rpId);
      if (credential === undefined) throw new Error(`no passkey for ${rpId}`);
      credential.counter += counterStep;
      const authData = makeHead(rpId, owner, credential.counter);
      const clientData = makeClientData('webauthn.get', challenge);
      const signed = Buffer.concat([authData, sha256(clientData)]);
      return wrap(credential.id, {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, credential.privateKey).toString('base64url'),
        userHandle: credential.userHandle,
      });
    },
  };
}

function wrap<Response>(id: Buffer, response: Response): PasskeyJson<Response> {
  const text = id.toString('base64url');
  return { id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response };
}

function makeHead(rpId: string, flagBits: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flagBits]), count]);
}

/** An ES256 key in COSE. */
function encodeKey(x: string, y: string): Buffer {
  return encodeMap([
    [encodeInteger(1), encodeInteger(2)],
    [encodeInteger(3), encodeInteger(-7)],
    [encodeInteger(-1), encodeInteger(1)],
    [encodeInteger(-2), encodeBytes(Buffer.from(x, 'base64url'))],
    [encodeInteger(-3), encodeBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The head of a CBOR item: three bits of type, and a length of up to 16 bits. */
function encodeHead(type: number, length: number): Buffer {
  const bits = type << 5;
  if (length < 24) return Buffer.from([bits | length]);
  if (length < 256) return Buffer.from([bits | 24, length]);
  return Buffer.from([bits | 25, length >> 8, length & 0xff]);
}

function encodeInteger(value: number): Buffer {
  return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value);
}

function encodeBytes(bytes: Buffer): Buffer {
  return Buffer.concat([encodeHead(2, bytes.length), bytes]);
}

function encodeText(text: string): Buffer {
  return Buffer.concat([encodeHead(3, text.length), Buffer.from(text)]);
}

function encodeMap(entries: readonly (readonly [key: Buffer, value: Buffer])[]): Buffer {
  return Buffer.concat([encodeHead(5, entries.length), ...entries.flat()]);
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
