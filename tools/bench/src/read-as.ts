import { Secret } from '@tollgate/config';
import {
  anonymousIdentity,
  createIdentitySigner,
  identityHeader,
  type CallerIdentity,
} from '@tollgate/identity';
import { identitySecret, type Billing } from './billing-under-test';

const signer = createIdentitySigner({ secret: new Secret(identitySecret) });

/** A request as the edge would pass it on. */
export async function readAs(
  billing: Billing,
  path: string,
  caller: Partial<CallerIdentity>,
): Promise<void> {
  const identity = { ...anonymousIdentity, kind: 'standard_key', ...caller } as const;
  const url = `${billing.baseUrl}${path}`;
  const headers = { [identityHeader]: signer.sign(identity, Date.now()) };
  const answer = await fetch(url, { headers });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body.slice(0, 200)}`);
}
