import { signGoogle } from '@tollgate/cloud-auth';
import type { UpstreamRequest, UpstreamTarget } from '@tollgate/model-spec';
import { editJson, makeUpstreamHeaders, useCredentials } from '@tollgate/model-kit';

/** The version of the Messages API at Vertex AI, which is in the body there. */
const version = JSON.stringify('vertex-2023-10-16');

/**
 * A request of the Messages API as Vertex AI takes it: the model is in the path, the version in
 * the body. Raises upstream_auth_failed.
 */
export function signRequest(
  target: UpstreamTarget,
  { isStreaming, request }: { readonly isStreaming: boolean; readonly request: UpstreamRequest },
): UpstreamRequest {
  const proof = useCredentials(() => signGoogle(target));
  const beta = request.headers['anthropic-beta'];
  const method = isStreaming ? 'streamRawPredict' : 'rawPredict';
  const model = encodeURIComponent(target.upstreamModel);
  return {
    ...proof,
    url: `${target.baseUrl}/publishers/anthropic/models/${model}:${method}`,
    headers: {
      ...makeUpstreamHeaders(target),
      ...(beta !== undefined && { 'anthropic-beta': beta }),
      ...proof.headers,
    },
    body: editJson(
      request.body,
      new Map([
        ['model', undefined],
        ['anthropic_version', version],
      ]),
    ),
  };
}
