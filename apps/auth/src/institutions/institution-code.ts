import type { MailText } from '../mails/mail';

/** Guesses per code; after that a new code has to be requested. */
export const guessesMax = 5;
const codeDigits = 6;

export interface EduConfig {
  /** Lower case, exact. */
  readonly allowedDomains: readonly string[];
  readonly sessionTtlSeconds: number;
  readonly verificationTtlSeconds: number;
  readonly sessionsPerEmailMax: number;
  readonly quota: {
    readonly requests: bigint | null;
    readonly tokens: bigint | null;
    readonly nanos: bigint | null;
  };
}

export function formatCode(number: number): string {
  return String(number).padStart(codeDigits, '0');
}

/** Numbers below this make every code equally likely. */
export const codeNumbers = 10 ** codeDigits;

/** Whether an address in its stored spelling is of the institution. */
export function isAllowedAddress(
  email: string,
  { allowedDomains }: Pick<EduConfig, 'allowedDomains'>,
): boolean {
  return allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The text has no user input: anyone can make the service write to these addresses. */
export function makeCodeMail(code: string, lifeSeconds: number): MailText {
  const minutes = Math.max(1, Math.floor(lifeSeconds / 60));
  return {
    subject: 'Your sign-in code',
    text: [
      `Your code is ${code}`,
      `It works once and for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
      'If you have not asked for it, ignore this mail: nobody can use the code without it.\n',
    ].join('\n\n'),
  };
}
