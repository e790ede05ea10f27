import { signGoogle } from '@tollgate/cloud-auth';
import type { UpstreamRequest, UpstreamTarget } from '@tollgate/model-spec';
import { makeUpstreamHeaders, useCredentials } from '@tollgate/model-kit';

/** Raises upstream_auth_failed. */
export function signRequest(
  target: UpstreamTarget,
): Pick<UpstreamRequest, 'authorize' | 'headers'> {
  const proof = useCredentials(() => signGoogle(target));
  return { ...proof, headers: { ...makeUpstreamHeaders(target), ...proof.headers } };
}
