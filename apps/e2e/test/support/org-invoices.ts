import type { Nanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import type { Account } from './accounts';
import type { ApiAnswer, Json } from './api-call';
import { chat } from './chat';
import type { Gateway } from './gateway';
import { openOrg } from './organizations';

const within = { timeoutMs: 30_000 };

export interface InvoicedOrg {
  readonly orgId: string;
  readonly key: string;
  readonly invoice: Json;
  readonly spentNanos: Nanos;
}

export function setTerms(gateway: Gateway, orgId: string, terms: object): Promise<ApiAnswer> {
  const bearer = gateway.credentials().adminToken;
  return gateway.call(`/api/admin/orgs/${orgId}`, { method: 'PATCH', bearer, body: terms });
}

/** A key of the organization that is no member's. */
export async function makeOrgKey(
  gateway: Gateway,
  admin: Account,
  orgId: string,
  place: object = {},
): Promise<string> {
  const body = { name: 'calls', keyType: 'standard', ...place };
  const answer = await gateway.call(`/api/orgs/${orgId}/keys`, { cookie: admin.cookie, body });
  if (answer.status !== 201) throw new Error(`no key: ${answer.status} ${answer.text}`);
  return answer.json.key as string;
}

/** Calls as soon as the credit of the organization lets it, and waits until it is booked. */
export async function spend(gateway: Gateway, key: string): Promise<Nanos> {
  const answer = await waitUntil(
    async () => {
      const attempt = await chat(gateway, { bearer: key });
      return attempt.status === 200 ? attempt : undefined;
    },
    { ...within, what: 'a call of the organization' },
  );
  const { generationId: id } = answer;
  await waitUntil(
    async () => (await gateway.call(`/v1/generation?id=${id}`, { bearer: key })).status === 200,
    { ...within, what: 'the booked call' },
  );
  return answer.costNanos ?? 0n;
}

/** An organization whose monthly billing has just ended: that is invoiced at once. */
export async function openInvoicedOrg(gateway: Gateway, founder: Account): Promise<InvoicedOrg> {
  const orgId = await openOrg(gateway, founder);
  await setTerms(gateway, orgId, { billingMode: 'monthly', creditLineUsd: 5 });
  const key = await makeOrgKey(gateway, founder, orgId);
  const spentNanos = await spend(gateway, key);
  await setTerms(gateway, orgId, { billingMode: 'prepaid' });
  const path = `/api/orgs/${orgId}/invoices`;
  const invoice = await waitUntil(
    async () => (await gateway.call(path, { cookie: founder.cookie })).json.invoices[0],
    { ...within, what: 'the invoice' },
  );
  return { orgId, key, invoice, spentNanos };
}
