import { createApiClient, textField, type StackCredentials } from '@tollgate/embedded';
import { signIn } from '../data/sign-in';
import type { PathValues } from './find-places';

type Json = Readonly<Record<string, unknown>>;

/** A call, a top-up and an invoice of the demo account and of its organization, if it has them. */
export async function findValues({ baseUrl, demo, org }: StackCredentials): Promise<PathValues> {
  if (demo === undefined) throw new Error('the stack has no demo account');
  const { email, password, standardKey } = demo;
  const call = createApiClient(baseUrl);
  const { body: made } = await call({
    path: '/v1/chat/completions',
    headers: { authorization: `Bearer ${standardKey}` },
    body: { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] },
  });
  const headers = await signIn(call, '/api/auth/login', { email, password });
  const findFirst = async (path: string, list: string): Promise<string | undefined> =>
    findFirstId((await call({ path, headers })).body, list);
  const month = new Date().toISOString().slice(0, 'yyyy-mm'.length);
  const topups = '/api/billing/topups';
  return {
    calls: { id: textField(made, 'id') },
    models: { author: 'openai', slug: 'gpt-5-mini' },
    billing: drop({ month, topupId: await findFirst(topups, 'topups') }),
    ...(org !== undefined && {
      operator: { orgId: org.id },
      orgs: drop({
        month,
        orgId: org.id,
        id: await findFirst(`/api/orgs/${org.id}/calls`, 'calls'),
        topupId: await findFirst(`${topups}?orgId=${org.id}`, 'topups'),
        invoiceId: await findFirst(`/api/orgs/${org.id}/invoices`, 'invoices'),
      }),
    }),
  };
}

function findFirstId(body: Json, list: string): string | undefined {
  const [first] = body[list] as readonly Json[];
  return first === undefined ? undefined : textField(first, 'id');
}

/** Without what was not found. */
function drop(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as Record<string, string>;
}
