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
  const signUp = await send(`${baseUrl}/api/auth/signup`, 'POST', {
    email: `${name}@tollgate.local`,
    password: 'bench-password',
  });
  const cookie = signUp.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const write = async (method: 'PATCH' | 'POST', path: string, body: object): Promise<unknown> =>
    (await send(`${baseUrl}${path}`, method, body, { cookie })).json();
  const { id } = (await write('POST', '/api/orgs', { name })) as { id: string };
  const { key } = (await write('POST', `/api/orgs/${id}/keys`, { name })) as { key: string };
  const grant = { orgId: id, amountUsd: 1_000, reason: 'bench' };
  const authorization = `Bearer ${adminToken}`;
  await send(`${baseUrl}/api/admin/credits/grants`, 'POST', grant, { authorization });
  return { id, bearer: key, write };
}

async function send(
  url: string,
  method: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}
