import { parseAzureCredentials, signAzure } from '@tollgate/cloud-auth';
import type { UpstreamRequest, UpstreamTarget } from '@tollgate/model-spec';
import { makeUpstreamHeaders, useCredentials } from '@tollgate/model-kit';

/** The newest version of the API that is not a preview. */
const apiVersionDefault = '2024-10-21';
/** `…/openai/v1` takes the deployment as the model and needs no version; so does `…/models`. */
const v1Path = /\/v1$/;
const foundryPath = /\/models$/;

/**
 * The request at its address at Azure, with its proof; everything else stays. Raises
 * upstream_auth_failed.
 */
export function signRequest(target: UpstreamTarget, request: UpstreamRequest): UpstreamRequest {
  const proof = useCredentials(() => signAzure(target));
  const headers = { ...makeUpstreamHeaders(target), ...proof.headers };
  return { ...request, ...proof, url: makeUrl(target), headers };
}

function makeUrl(target: UpstreamTarget): string {
  const { apiKey, baseUrl, upstreamModel } = target;
  const { apiVersion } = useCredentials(() => parseAzureCredentials(apiKey, baseUrl));
  if (v1Path.test(baseUrl)) {
    const query = apiVersion === undefined ? '' : `?api-version=${apiVersion}`;
    return `${baseUrl}/chat/completions${query}`;
  }
  const query = `?api-version=${apiVersion ?? apiVersionDefault}`;
  if (foundryPath.test(baseUrl)) return `${baseUrl}/chat/completions${query}`;
  const deployment = encodeURIComponent(upstreamModel);
  return `${baseUrl}/openai/deployments/${deployment}/chat/completions${query}`;
}
