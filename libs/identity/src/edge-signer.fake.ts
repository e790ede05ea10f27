import type { Secret } from '@tollgate/config';
import type { CallerIdentity } from './caller-identity';
import { identityHeader, sealHeader } from './header-names';
import { createIdentitySigner } from './identity-signer';

/** The headers with which the edge names the caller of one request. */
type SignAsEdge = (
  identity: CallerIdentity,
  method: string,
  path: string,
) => Record<string, string>;

/** For tests: signs requests to a service as the edge does; each of them can be sent once. */
export function createEdgeSigner(secret: Secret, audience: string): SignAsEdge {
  const signer = createIdentitySigner({ secret });
  return (identity, method, path) => {
    const nowMs = Date.now();
    const signed = signer.sign(identity, nowMs);
    const { pathname, search } = new URL(path, 'http://localhost');
    const request = { audience, method: method.toUpperCase(), url: pathname + search };
    return { [identityHeader]: signed, [sealHeader]: signer.seal(signed, request, nowMs) };
  };
}
