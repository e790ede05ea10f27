import { parseAwsCredentials } from './aws-credentials';
import { parseGoogleCredentials } from './google-credentials';

/**
 * The address of the cloud that credentials imply; undefined: they imply none. Raises
 * CredentialsError.
 */
export function findBaseUrl(protocol: string, apiKey: string): string | undefined {
  switch (protocol) {
    case 'bedrock':
      return findBedrock(apiKey);
    case 'vertex':
    case 'vertex-anthropic':
      return findVertex(apiKey);
    default:
      return undefined;
  }
}

function findBedrock(apiKey: string): string | undefined {
  const region = parseAwsCredentials(apiKey, '')?.region;
  if (region === undefined) return undefined;
  const ending = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return `https://bedrock-runtime.${region}.${ending}`;
}

function findVertex(apiKey: string): string | undefined {
  const credentials = parseGoogleCredentials(apiKey, '');
  if (credentials === undefined) return undefined;
  const { location, projectId } = credentials;
  const host = location === 'global' ? '' : `${location}-`;
  const place = `projects/${projectId}/locations/${location}`;
  return `https://${host}aiplatform.googleapis.com/v1/${place}`;
}
