import { createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import type { TokenExchange } from './authorize';
import { CredentialsError } from './credentials-error';
import {
  findText,
  isJsonCredentials,
  parseFields,
  requireText,
  type CredentialFields,
} from './read-fields';
import { assertTokenHost } from './token-host';

export interface GoogleCredentials {
  readonly exchange: TokenExchange;
  readonly projectId: string;
  readonly location: string;
}

const rules = {
  type: { pattern: /^service_account$/, about: 'service_account' },
  project_id: { pattern: /^[a-z][a-z0-9-]{4,61}$/, about: 'the id of a project' },
  client_email: { pattern: /^[^\s@]{1,100}@[a-z0-9.-]{1,150}$/i, about: 'an e-mail address' },
  private_key_id: { pattern: /^[\w-]{1,100}$/, about: 'the id of a key' },
  private_key: {
    pattern: /^-----BEGIN (?:RSA )?PRIVATE KEY-----[\s\S]{100,8000}-----END [\s\S]+$/,
    about: 'a private key in PEM form',
  },
  token_uri: { pattern: /^https?:\/\/[^\s?#]{1,300}$/, about: 'an address' },
  location: {
    pattern: /^(?:global|us|eu|[a-z]{2,12}-[a-z]{2,12}\d{1,2})$/,
    about: 'global or like us-east5',
  },
} as const;

const tokenUriDefault = 'https://oauth2.googleapis.com/token';
const tokenHosts = ['oauth2.googleapis.com', 'accounts.google.com', 'www.googleapis.com'];
const scope = 'https://www.googleapis.com/auth/cloud-platform';
const grantType = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const assertionSeconds = 3_600;

/**
 * The key file of a service account, with an optional `location` of our own. Undefined for a
 * plain key. Raises CredentialsError.
 */
export function parseGoogleCredentials(
  apiKey: string,
  baseUrl: string,
): GoogleCredentials | undefined {
  if (!isJsonCredentials(apiKey)) return undefined;
  const fields = parseFields(apiKey);
  requireText(fields, 'type', rules.type);
  return {
    projectId: requireText(fields, 'project_id', rules.project_id),
    location: findText(fields, 'location', rules.location) ?? 'global',
    exchange: makeExchange(fields, baseUrl),
  };
}

function makeExchange(fields: CredentialFields, baseUrl: string): TokenExchange {
  const email = requireText(fields, 'client_email', rules.client_email);
  const pem = requireText(fields, 'private_key', rules.private_key);
  const keyId = findText(fields, 'private_key_id', rules.private_key_id);
  const url = findText(fields, 'token_uri', rules.token_uri) ?? tokenUriDefault;
  assertTokenHost('token_uri', url, { baseUrl, hosts: tokenHosts });
  const key = readKey(pem);
  return {
    id: createHash('sha256').update([url, email, pem].join('\n')).digest('hex'),
    url,
    makeForm: (nowMs) => ({
      grant_type: grantType,
      assertion: signAssertion({ email, keyId, audience: url }, key, nowMs),
    }),
  };
}

/** Parsing takes longer than all else, and the same few keys come with every call. */
const keys = new Map<string, KeyObject>();
const keysMax = 1_000;

function readKey(pem: string): KeyObject {
  const id = createHash('sha256').update(pem).digest('hex');
  const known = keys.get(id);
  if (known !== undefined) return known;
  const key = parseKey(pem);
  if (keys.size >= keysMax) keys.clear();
  keys.set(id, key);
  return key;
}

function parseKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Falls through: the error may describe the key.
  }
  throw new CredentialsError('private_key must be an RSA key in PEM form');
}

interface Claims {
  readonly email: string;
  readonly keyId: string | undefined;
  readonly audience: string;
}

/** A JWT with RS256. */
function signAssertion({ audience, email, keyId }: Claims, key: KeyObject, nowMs: number): string {
  const issuedAt = Math.floor(nowMs / 1_000);
  const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const claims = {
    iss: email,
    scope,
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + assertionSeconds,
  };
  const text = [head, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
}
