import { Secret } from '@tollgate/config';
import { anonymousIdentity, createEdgeSigner, type CallerIdentity } from '@tollgate/identity';
import { identitySecret, type Billing } from './billing-under-test';

const sign = createEdgeSigner(new Secret(identitySecret), 'billing');

/** A request as the edge would pass it on. */
export async function readAs(
  billing: Billing,
  path: string,
  caller: Partial<CallerIdentity>,
): Promise<void> {
  const identity = { ...anonymousIdentity, kind: 'standard_key', ...caller } as const;
  const url = `${billing.baseUrl}${path}`;
  const answer = await fetch(url, { headers: sign(identity, 'GET', path) });
  const body = await answer.text();
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${body.slice(0, 200)}`);
}
