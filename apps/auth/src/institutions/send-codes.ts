import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { MailText } from '../mails/mail';
import type { AuditTrail } from '../shared/audit';
import type { Orgs } from '../shared/org-ports';
import type { AccountDatabase, Clock } from '../shared/ports';
import { isAllowedAddress, makeCodeMail, type EduConfig } from './institution-code';
import { isKeyUsable, type InstitutionKey } from './institution-key';
import type { CodeHasher, DueCode } from './ports';

/** Does what is due about codes; how many were mailed. */
export type SendCodes = () => Promise<number>;

interface SendCodesPorts {
  readonly database: AccountDatabase;
  readonly orgs: Pick<Orgs, 'findEduConfig'>;
  readonly hasher: Pick<CodeHasher, 'hash'>;
  readonly makeCode: () => string;
  readonly sendMail: (mail: MailText & { readonly to: string }) => Promise<void>;
  readonly clock: Clock;
  readonly logger: Logger;
}

const parallelMax = 5;
const roundsMax = 20;
/** Afterwards most codes would be over before they come. */
const triesMax = 5;

type Outcome = 'sent' | 'nothing' | 'failed';

/**
 * Codes are made and mailed, and wrong guesses reported, apart from the requests: how long an
 * answer takes reveals nothing about a key or an address. A code whose sender died is made again.
 */
export function sendCodesUseCase(ports: SendCodesPorts): SendCodes {
  const { clock, database, logger } = ports;

  /** With which settings it may be mailed, or why it may not. */
  async function judge(due: DueCode, key: InstitutionKey): Promise<EduConfig | string> {
    if (!isKeyUsable(key, clock.now())) return 'key_disabled';
    const config = await ports.orgs.findEduConfig(key.orgId, due.requestId);
    if (config === undefined) return 'not_an_institution';
    return isAllowedAddress(due.email, config) ? config : 'domain_not_allowed';
  }

  async function issue(due: DueCode, key: InstitutionKey, config: EduConfig): Promise<void> {
    const code = ports.makeCode();
    const { verificationTtlSeconds } = config;
    const expiresAt = new Date(clock.now().getTime() + verificationTtlSeconds * 1_000);
    const codeHash = ports.hasher.hash({ keyId: key.id, email: due.email, code });
    if (!(await database.codes.issue(due, codeHash, expiresAt))) return;
    await ports.sendMail({ to: due.email, ...makeCodeMail(code, verificationTtlSeconds) });
  }

  async function tryOne(due: DueCode): Promise<Outcome> {
    const key = await database.institutionKeys.findByHash(due.keyHash);
    const verdict = key && due.isWanted ? await judge(due, key) : undefined;
    if (key && typeof verdict === 'object') await issue(due, key, verdict);
    await database.withTransaction(async ({ audit, codes }) => {
      if (key && typeof verdict === 'string') await report(audit, due, key, { reason: verdict });
      const wrong = due.guesses - due.reportedGuesses;
      if (key && wrong > 0) {
        await report(audit, due, key, { reason: 'wrong_code', attempts: wrong });
      }
      await codes.finish(due);
    });
    return typeof verdict === 'object' ? 'sent' : 'nothing';
  }

  async function handle(due: DueCode): Promise<Outcome> {
    try {
      return await tryOne(due);
    } catch (error) {
      const { requestId, tries } = due;
      logger.warn('code not sent', { requestId, tries, error });
      // An address that no mail program takes will not become one.
      const isHopeless = tries >= triesMax || AppError.is(error, 'bad_request');
      if (isHopeless) await database.codes.finish(due);
      return 'failed';
    }
  }

  return async () => {
    let sent = 0;
    for (let round = 0; round < roundsMax; round++) {
      const due = await database.codes.claimDue(clock.now(), parallelMax);
      const outcomes = await Promise.all(due.map(handle));
      sent += outcomes.filter((outcome) => outcome === 'sent').length;
      if (due.length < parallelMax) break;
    }
    return sent;
  };
}

async function report(
  audit: AuditTrail,
  { clientIp, email, requestId }: DueCode,
  { id, orgId }: InstitutionKey,
  why: { readonly reason: string; readonly attempts?: number },
): Promise<void> {
  await audit.record({
    action: 'edu.code.failed',
    actor: { type: 'system', userId: 'institution', email, clientIp, requestId },
    target: { type: 'institution_key', id },
    after: { email, ...why },
    orgId,
  });
}
