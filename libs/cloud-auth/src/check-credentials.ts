import { parseAwsCredentials } from './aws-credentials';
import { parseAzureCredentials } from './azure-credentials';
import { isCloudProtocol, type CloudProtocol } from './cloud-protocols';
import { CredentialsError } from './credentials-error';
import { parseGoogleCredentials } from './google-credentials';
import { isJsonCredentials } from './read-fields';

type Parse = (apiKey: string, baseUrl: string) => unknown;

const parsers: Readonly<Record<CloudProtocol, Parse>> = {
  bedrock: parseAwsCredentials,
  azure: parseAzureCredentials,
  vertex: parseGoogleCredentials,
  'vertex-anthropic': parseGoogleCredentials,
};

/** What is wrong with a provider key of this protocol; undefined: nothing that can be seen. */
export function findCredentialsFault(
  protocol: string,
  apiKey: string,
  baseUrl: string,
): string | undefined {
  if (!isCloudProtocol(protocol)) {
    const isForeign = isJsonCredentials(apiKey);
    return isForeign ? `the protocol ${protocol} takes a plain key, not JSON` : undefined;
  }
  try {
    parsers[protocol](apiKey, baseUrl);
    return undefined;
  } catch (error) {
    if (error instanceof CredentialsError) return error.message;
    throw error;
  }
}
