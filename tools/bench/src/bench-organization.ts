import { send, signUp } from './gateway';

/** An organization that pays for calls. */
export interface BenchOrganization {
  readonly id: string;
  readonly bearer: string;
  /** As its founder. */
  readonly write: (method: 'PATCH' | 'POST', path: string, body: object) => Promise<unknown>;
}

/** An organization of a new account, with a key and credit. */
export async function foundOrganization(
  baseUrl: string,
  adminToken: string,
  name: string,
): Promise<BenchOrganization> {
  const { cookie } = await signUp(baseUrl, name);
  const write = async (method: 'PATCH' | 'POST', path: string, body: object): Promise<unknown> =>
    (await send(method, `${baseUrl}${path}`, body, { cookie })).json();
  const { id } = (await write('POST', '/api/orgs', { name })) as { id: string };
  const { key } = (await write('POST', `/api/orgs/${id}/keys`, { name })) as { key: string };
  const grant = { orgId: id, amountUsd: 1_000, reason: 'bench' };
  const authorization = `Bearer ${adminToken}`;
  await send('POST', `${baseUrl}/api/admin/credits/grants`, grant, { authorization });
  return { id, bearer: key, write };
}
