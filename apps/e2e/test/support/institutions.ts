import { randomBytes, randomInt } from 'node:crypto';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from './accounts';
import type { ApiAnswer, Json } from './api-call';
import type { Gateway } from './gateway';
import { listMails } from './mails';
import { openOrg, type OrgMember } from './organizations';

export interface Institution {
  readonly orgId: string;
  readonly founder: Account;
  readonly keyId: string;
  /** `sk-edu-…` */
  readonly key: string;
  readonly domain: string;
}

export interface InstitutionSession {
  readonly email: string;
  readonly token: string;
}

/** An organization with credit, a domain of its own and a key to hand out. */
export async function openInstitution(
  gateway: Gateway,
  config: Readonly<Record<string, unknown>> = {},
  creditUsd = 25,
): Promise<Institution> {
  const founder = await openAccount(gateway, { creditUsd: 0 });
  const orgId = await openOrg(gateway, founder);
  const domain = `${randomBytes(6).toString('hex')}.edu`;
  const eduConfig = { allowedDomains: [domain], ...config };
  const call = async (path: string, body: object, method: 'POST' | 'PATCH'): Promise<Json> => {
    const url = `/api/orgs/${orgId}/${path}`;
    const answer = await gateway.call(url, { cookie: founder.cookie, method, body });
    if (answer.status >= 300) throw new Error(`${url} answered ${answer.status} ${answer.text}`);
    return answer.json;
  };
  await call('edu-config', { eduConfig }, 'PATCH');
  const { id, key } = await call('edu-keys', { name: 'campus' }, 'POST');
  if (creditUsd > 0) {
    const body = { orgId, amountUsd: creditUsd, reason: 'test' };
    await gateway.operate('/api/admin/credits/grants', { body });
  }
  return { orgId, founder, keyId: id as string, key: key as string, domain };
}

/** A member with the role teacher, without a class. */
export async function addTeacher(
  gateway: Gateway,
  { founder, orgId }: Pick<Institution, 'founder' | 'orgId'>,
): Promise<OrgMember> {
  const account = await openAccount(gateway, { creditUsd: 0 });
  const body = { email: account.email, role: 'teacher' };
  const path = `/v1/orgs/${orgId}/members`;
  const answer = await gateway.call(path, { cookie: founder.cookie, body });
  if (answer.status !== 201) throw new Error(`teacher: ${answer.status} ${answer.text}`);
  return { account, memberId: answer.json.id as string };
}

export function makeEmail({ domain }: Pick<Institution, 'domain'>): string {
  return `${randomBytes(6).toString('hex')}@${domain}`;
}

/** An unused address, so that its limits are its own. */
export function makeClientIp(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

export function requestCode(
  gateway: Gateway,
  body: object,
  clientIp = makeClientIp(),
): Promise<ApiAnswer> {
  return gateway.call('/api/edu/request-code', { body, headers: { 'x-real-ip': clientIp } });
}

export function verifyCode(gateway: Gateway, body: object): Promise<ApiAnswer> {
  return gateway.call('/api/edu/verify', { body, headers: { 'x-real-ip': makeClientIp() } });
}

export function waitForMailedCode(gateway: Gateway, email: string): Promise<string> {
  return waitUntil(() => /\b\d{6}\b/.exec(listMails(gateway, email).at(-1)?.text ?? '')?.[0], {
    timeoutMs: 30_000,
    what: `a code for ${email}`,
  });
}

export async function signIn(
  gateway: Gateway,
  institution: Pick<Institution, 'key' | 'domain'>,
  email = makeEmail(institution),
): Promise<InstitutionSession> {
  const { key } = institution;
  await requestCode(gateway, { key, email });
  const code = await waitForMailedCode(gateway, email);
  const answer = await verifyCode(gateway, { key, email, code });
  if (answer.status !== 200) throw new Error(`verify: ${answer.status} ${answer.text}`);
  return { email, token: answer.json.token as string };
}
