import { createHash } from 'node:crypto';
import type { TokenExchange } from './authorize';
import { CredentialsError } from './credentials-error';
import { findText, isJsonCredentials, parseFields, requireText } from './read-fields';
import { assertTokenHost } from './token-host';

export interface AzureCredentials {
  readonly proof:
    | { readonly kind: 'key'; readonly apiKey: string }
    | { readonly kind: 'entra'; readonly exchange: TokenExchange };
  /** Undefined: the adapter chooses. */
  readonly apiVersion: string | undefined;
}

const rules = {
  apiKey: { pattern: /^[\x21-\x7e]{8,1024}$/, about: '8 to 1024 visible characters' },
  apiVersion: { pattern: /^\d{4}-\d{2}-\d{2}(?:-preview)?$/, about: 'like 2024-10-21' },
  tenantId: { pattern: /^[a-z0-9][a-z0-9.-]{2,252}$/i, about: 'the id or the domain of a tenant' },
  clientId: { pattern: /^[a-z0-9-]{8,64}$/i, about: 'the id of an application' },
  clientSecret: { pattern: /^[\x21-\x7e]{8,512}$/, about: '8 to 512 visible characters' },
  authorityHost: { pattern: /^https?:\/\/[^\s?#]{1,300}$/, about: 'an address' },
} as const;

const authorityHosts = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];
const scope = 'https://cognitiveservices.azure.com/.default';

/** A plain key, `{apiKey, apiVersion?}` or `{tenantId, clientId, clientSecret, …}`. */
export function parseAzureCredentials(apiKey: string, baseUrl: string): AzureCredentials {
  if (!isJsonCredentials(apiKey)) {
    return { proof: { kind: 'key', apiKey }, apiVersion: undefined };
  }
  const fields = parseFields(apiKey);
  const apiVersion = findText(fields, 'apiVersion', rules.apiVersion);
  const given = findText(fields, 'apiKey', rules.apiKey);
  if (given !== undefined) return { proof: { kind: 'key', apiKey: given }, apiVersion };
  if (fields['tenantId'] === undefined) {
    throw new CredentialsError(
      'apiKey, or tenantId, clientId and clientSecret of an application are required',
    );
  }
  const tenantId = requireText(fields, 'tenantId', rules.tenantId);
  const clientId = requireText(fields, 'clientId', rules.clientId);
  const clientSecret = requireText(fields, 'clientSecret', rules.clientSecret);
  const authority =
    findText(fields, 'authorityHost', rules.authorityHost) ?? `https://${authorityHosts[0]}`;
  const url = `${authority.replace(/\/+$/, '')}/${tenantId}/oauth2/v2.0/token`;
  assertTokenHost('authorityHost', url, { baseUrl, hosts: authorityHosts });
  const form = { grant_type: 'client_credentials', client_id: clientId, scope };
  const exchange = {
    id: createHash('sha256').update([url, clientId, clientSecret].join('\n')).digest('hex'),
    url,
    makeForm: () => ({ ...form, client_secret: clientSecret }),
  };
  return { proof: { kind: 'entra', exchange }, apiVersion };
}
