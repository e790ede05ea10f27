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
  const place = `projects/${projectId}/locations/${location}`;
  return `https://${findVertexHost(location)}/v1/${place}`;
}

/** Locations of several regions have hosts of another form than regions. */
const multiRegions: ReadonlySet<string> = new Set(['us', 'eu']);

function findVertexHost(location: string): string {
  if (multiRegions.has(location)) return `aiplatform.${location}.rep.googleapis.com`;
  return `${location === 'global' ? '' : `${location}-`}aiplatform.googleapis.com`;
}
