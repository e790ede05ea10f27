import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@tollgate/testing';
import type { AuthUnderTest } from './start-auth';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Oldest first. */
export function listMails({ mailDirectory }: AuthUnderTest, email: string): readonly SentMail[] {
  return readdirSync(mailDirectory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(mailDirectory, name), 'utf8')) as SentMail)
    .filter(({ to }) => to === email);
}

/** The newest mail to the address whose link leads to `page`, and its token. */
export function waitForToken(
  auth: AuthUnderTest,
  email: string,
  page: 'verify-email' | 'reset-password',
): Promise<string> {
  return waitUntil(
    () => {
      const text = listMails(auth, email).findLast((mail) => mail.text.includes(`/${page}?`))?.text;
      return text === undefined ? undefined : /\?token=([\w-]{43})$/m.exec(text)?.[1];
    },
    { timeoutMs: 30_000, what: `a mail for ${page}` },
  );
}

/** The code of the newest mail to the address that has one, if it is not among `known`. */
export function waitForCode(
  auth: AuthUnderTest,
  email: string,
  known: readonly string[] = [],
): Promise<string> {
  return waitUntil(
    () => {
      const code = /Your code is (\d{6})$/m.exec(listMails(auth, email).at(-1)?.text ?? '')?.[1];
      return code !== undefined && !known.includes(code) ? code : undefined;
    },
    { timeoutMs: 30_000, what: `a code for ${email}` },
  );
}

/** Nothing is left to do about codes. */
export async function waitForHandledCodes({ sql }: AuthUnderTest): Promise<void> {
  const isHandled = async () =>
    (await sql.query('SELECT 1 FROM institution_codes WHERE next_at IS NOT NULL')).rows.length ===
    0;
  // After a hundred of them the job rests for 5 s before it goes on.
  await waitUntil(isHandled, { timeoutMs: 30_000, what: 'codes that are handled' });
}

/** Nothing is left that could still be sent. */
export async function waitForEmptyQueue({ sql }: AuthUnderTest): Promise<void> {
  await waitUntil(async () => (await sql.query('SELECT 1 FROM mails')).rows.length === 0, {
    timeoutMs: 30_000,
    what: 'an empty queue of mails',
  });
}

/** The newest code to sign in that was mailed to the address. */
export function waitForLogInCode(auth: AuthUnderTest, email: string): Promise<string> {
  return waitUntil(
    () => {
      const mail = listMails(auth, email).findLast(({ subject }) => subject.includes('sign in'));
      return /^([\w-]{43})$/m.exec(mail?.text ?? '')?.[1];
    },
    { timeoutMs: 30_000, what: `a code to sign in for ${email}` },
  );
}
