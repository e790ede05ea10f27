import { normalizeEmail } from '@tollgate/http';
import type { MailSender } from '../mails/ports';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import type { CodeLimits, CodeRefusal } from './ports';

export interface RequestCodeInput {
  readonly key: string;
  readonly email: string;
  readonly clientIp: string;
  readonly requestId: string;
}

/** Undefined: accepted. */
export type RequestCode = (
  input: RequestCodeInput,
) => Promise<{ readonly error: CodeRefusal; readonly retryAfterSeconds: number } | undefined>;

/** Stands for whatever is no mail address: nothing is ever sent to it. */
export const noAddress = '';

/**
 * Has a code mailed, should the key and the address be right. That is found out when the mail is
 * made: what happens here is the same for all.
 */
export function requestCodeUseCase(ports: {
  readonly database: Pick<AccountDatabase, 'codes'>;
  readonly limits: CodeLimits;
  readonly secrets: Pick<Secrets, 'hash'>;
  readonly sender: MailSender;
  readonly clock: Clock;
}): RequestCode {
  return async ({ clientIp, email: text, key, requestId }) => {
    const keyHash = ports.secrets.hash(key);
    const email = normalizeEmail(text) ?? noAddress;
    const counted = email === noAddress ? text : email;
    const refusal = await ports.limits.take({ clientIp, keyHash, email: counted });
    if (refusal !== undefined) return refusal;
    await ports.database.codes.request({ keyHash, email, clientIp, requestId }, ports.clock.now());
    ports.sender.wake();
    return undefined;
  };
}
