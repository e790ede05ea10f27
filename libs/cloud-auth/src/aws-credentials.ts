import { CredentialsError } from './credentials-error';
import { findText, isJsonCredentials, parseFields, requireText } from './read-fields';

export interface AwsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
  readonly region: string;
}

const rules = {
  accessKeyId: { pattern: /^[A-Z0-9]{16,128}$/, about: '16 to 128 capital letters and digits' },
  secretAccessKey: { pattern: /^[A-Za-z0-9/+=]{16,256}$/, about: '16 to 256 base64 characters' },
  sessionToken: { pattern: /^[A-Za-z0-9/+=_-]{16,8192}$/, about: '16 to 8192 base64 characters' },
  region: { pattern: /^[a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2}$/, about: 'like us-east-1' },
} as const;

const hostPattern =
  /^bedrock(?:-runtime)?(?:-fips)?\.([a-z]{2}(?:-[a-z]{2,12}){1,3}-\d{1,2})\.(?:amazonaws|api)\./;

/**
 * Undefined for a plain key, which Amazon accepts as a bearer token. The region may be left out
 * where the host of the base URL contains it. Raises CredentialsError.
 */
export function parseAwsCredentials(apiKey: string, baseUrl: string): AwsCredentials | undefined {
  if (!isJsonCredentials(apiKey)) return undefined;
  const fields = parseFields(apiKey);
  const region = findText(fields, 'region', rules.region) ?? findRegion(baseUrl);
  if (region === undefined) {
    throw new CredentialsError('region is required: like us-east-1');
  }
  const sessionToken = findText(fields, 'sessionToken', rules.sessionToken);
  return {
    accessKeyId: requireText(fields, 'accessKeyId', rules.accessKeyId),
    secretAccessKey: requireText(fields, 'secretAccessKey', rules.secretAccessKey),
    ...(sessionToken !== undefined && { sessionToken }),
    region,
  };
}

function findRegion(baseUrl: string): string | undefined {
  return URL.canParse(baseUrl) ? hostPattern.exec(new URL(baseUrl).hostname)?.[1] : undefined;
}
