import { signBedrock } from '@tollgate/cloud-auth';
import type { UpstreamRequest, UpstreamTarget } from '@tollgate/model-spec';
import { makeUpstreamHeaders, useCredentials } from '@tollgate/model-kit';

/** Raises upstream_auth_failed. */
export function signRequest(
  target: UpstreamTarget,
  { body, url }: Pick<UpstreamRequest, 'body' | 'url'>,
): Pick<UpstreamRequest, 'authorize' | 'headers'> {
  const proof = useCredentials(() => signBedrock(target, { method: 'POST', url, body }));
  return { ...proof, headers: { ...makeUpstreamHeaders(target), ...proof.headers } };
}
