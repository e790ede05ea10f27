import { normalizeEmail } from '@tollgate/http';
import { makeId } from '@tollgate/ids';
import type { Invalidator } from '../keys/ports';
import type { MailSender } from '../mails/ports';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock, Secrets, Stores } from '../shared/ports';
import { guessesMax, isAllowedAddress, type EduConfig } from './institution-code';
import { isKeyUsable, type InstitutionKey } from './institution-key';
import { makeSessionToken, type InstitutionSession } from './institution-session';
import type { CodeHasher, CodeName, EndedSession, Guess } from './ports';
import { noAddress, type RequestCodeInput } from './request-code';

export interface VerifyCodeInput extends RequestCodeInput {
  readonly code: string;
}

export interface Verified {
  readonly token: string;
  readonly session: InstitutionSession;
  readonly orgName: string;
}

export type VerifyRefusal = 'invalid' | 'too_many_attempts';

export type VerifyCode = (
  input: VerifyCodeInput,
) => Promise<Verified | { readonly error: VerifyRefusal }>;

interface VerifyCodePorts {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'findEduConfig' | 'findOrgName'>;
  readonly hasher: CodeHasher;
  readonly secrets: Secrets;
  readonly invalidator: Invalidator;
  readonly sender: MailSender;
  readonly clock: Clock;
}

const invalid = { error: 'invalid' } as const;
const unknownKeyId = 'none';

/**
 * Exchanges a mailed code for a session. A guess is counted before it is judged, whether there is
 * such a key or not; wrong ones are reported by the job that sends codes.
 */
export function verifyCodeUseCase(ports: VerifyCodePorts): VerifyCode {
  const { clock, database, hasher } = ports;

  function isRight(guess: Guess | undefined, code: Parameters<CodeHasher['hash']>[0]): boolean {
    const isMatch = hasher.matches(code, guess?.codeHash ?? null);
    const isLive = (guess?.expiresAt?.getTime() ?? 0) > clock.now().getTime();
    return isMatch && isLive;
  }

  async function openSession(
    key: InstitutionKey,
    name: CodeName,
    { codeHash, requestId }: { readonly codeHash: string; readonly requestId: string },
  ): Promise<Verified | typeof invalid> {
    const [config, orgName] = await Promise.all([
      ports.orgs.findEduConfig(key.orgId, requestId),
      ports.orgs.findOrgName(key.orgId, requestId),
    ]);
    if (config === undefined || orgName === undefined) return invalid;
    if (!isAllowedAddress(name.email, config)) return invalid;
    const token = makeSessionToken(ports.secrets.makeKeyText());
    const now = clock.now();
    const session = makeSession(key, name.email, config, now);
    const ended = await database.withTransaction(async (stores) => {
      const current = await stores.institutionKeys.lockForSession(key.id);
      if (!current || !isKeyUsable(current, now)) return undefined;
      if (!(await stores.codes.take(name, codeHash))) return undefined;
      const revoked = await makeRoom(stores, session, { config, now, requestId });
      await stores.institutionSessions.insert(session, ports.secrets.hash(token));
      return revoked;
    });
    if (ended === undefined) return invalid;
    for (const { tokenHash } of ended) await ports.invalidator.invalidate({ keyHash: tokenHash });
    return { token, session, orgName };
  }

  return async ({ clientIp, code, email: text, key: secret, requestId }) => {
    const keyHash = ports.secrets.hash(secret);
    const email = normalizeEmail(text) ?? noAddress;
    const name = { keyHash, email };
    const [key, guess] = await Promise.all([
      database.institutionKeys.findByHash(keyHash),
      database.codes.guess({ ...name, clientIp, requestId }, clock.now()),
    ]);
    const isMatch = isRight(guess, { keyId: key?.id ?? unknownKeyId, email, code });
    ports.sender.wake();
    if (guess && guess.guesses > guessesMax) return { error: 'too_many_attempts' };
    if (!key || !guess?.codeHash || !isMatch) return invalid;
    return openSession(key, name, { codeHash: guess.codeHash, requestId });
  };
}

function makeSession(
  { id: keyId, orgId }: InstitutionKey,
  email: string,
  { quota, sessionTtlSeconds }: EduConfig,
  now: Date,
): InstitutionSession {
  return {
    id: makeId('institutionSession'),
    orgId,
    keyId,
    email,
    quota,
    createdAt: now,
    expiresAt: new Date(now.getTime() + sessionTtlSeconds * 1_000),
    revokedAt: null,
  };
}

/** Above the maximum the oldest session ends. */
async function makeRoom(
  { audit, institutionSessions }: Stores,
  { email, keyId, orgId }: InstitutionSession,
  {
    config,
    now,
    requestId,
  }: { readonly config: EduConfig; readonly now: Date; readonly requestId: string },
): Promise<readonly EndedSession[]> {
  await institutionSessions.lockPerson(keyId, email);
  const kept = config.sessionsPerEmailMax - 1;
  const ended = await institutionSessions.revokeOldest({ keyId, email }, kept, now);
  for (const { id } of ended) {
    await audit.record({
      action: 'edu.session.revoked',
      actor: { type: 'system', userId: 'institution', email, clientIp: '', requestId },
      target: { type: 'institution_session', id },
      after: { email, keyId, reason: 'too_many_sessions' },
      orgId,
    });
  }
  return ended;
}
