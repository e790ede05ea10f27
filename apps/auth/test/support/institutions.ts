import { randomInt } from 'node:crypto';
import { EduConfig } from '@tollgate/contracts';
import { Redis } from 'ioredis';
import type { Test } from 'supertest';
import { waitForCode } from './mails';
import { openOrganization, type Organization } from './organizations';
import type { AuthUnderTest } from './start-auth';

export interface Institution extends Organization {
  readonly keyId: string;
  /** `sk-edu-…` */
  readonly key: string;
  readonly domain: string;
}

export interface OpenedSession {
  readonly token: string;
  readonly expiresAt: string;
}

let counter = 0;

export async function openInstitution(
  auth: AuthUnderTest,
  config: Partial<EduConfig> = {},
): Promise<Institution> {
  const opened = await openOrganization(auth);
  const domain = `uni${++counter}.edu`;
  opened.org.name = 'Old University';
  opened.org.edu = EduConfig.fromPartial({
    allowedDomains: [domain],
    sessionTtlSeconds: 86_400,
    verificationTtlSeconds: 900,
    maxSessionsPerEmailPerKey: 5,
    ...config,
  });
  const made = await createInstitutionKey(auth, opened);
  return { ...opened, ...made, domain };
}

export async function createInstitutionKey(
  auth: AuthUnderTest,
  { admin, orgId }: Organization,
): Promise<{ readonly keyId: string; readonly key: string }> {
  const path = `/api/orgs/${orgId}/edu-keys`;
  const answer = await auth.send('post', path, admin.caller).send({ name: 'campus' });
  if (answer.status !== 201) throw new Error(`edu key: ${answer.status} ${answer.text}`);
  const { id, key } = answer.body as { id: string; key: string };
  return { keyId: id, key };
}

/** An unused address, so that its limits are its own. */
export function makeClientIp(): string {
  return `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

export function requestCode(auth: AuthUnderTest, body: object, clientIp = makeClientIp()): Test {
  return auth.send('post', '/api/edu/request-code', { clientIp }).send(body);
}

export function verifyCode(auth: AuthUnderTest, body: object, clientIp = makeClientIp()): Test {
  return auth.send('post', '/api/edu/verify', { clientIp }).send(body);
}

export async function signIn(
  auth: AuthUnderTest,
  { key }: Pick<Institution, 'key'>,
  email: string,
  known: readonly string[] = [],
): Promise<OpenedSession & { readonly code: string }> {
  await endCooldowns(auth);
  await requestCode(auth, { key, email });
  const code = await waitForCode(auth, email, known);
  const answer = await verifyCode(auth, { key, email, code });
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${answer.text}`);
  return { ...(answer.body as OpenedSession), code };
}

/** As if a minute had passed. */
export async function endCooldowns(auth: AuthUnderTest): Promise<void> {
  const redis = new Redis(auth.redis.url);
  const keys = await redis.keys('tollgate:auth:attempts:edu-cooldown:*');
  if (keys.length > 0) await redis.del(...keys);
  redis.disconnect();
}
