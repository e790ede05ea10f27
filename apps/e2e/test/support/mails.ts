import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@tollgate/testing';
import type { Gateway } from './gateway';

export interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** What was mailed to an address, oldest first. */
export function listMails({ dataDirectory }: Gateway, email: string): readonly SentMail[] {
  const directory = join(dataDirectory, 'mail');
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as SentMail)
    .filter(({ to }) => to === email);
}

/** The token of the newest mail to an address that leads to a page of the site. */
export function waitForMailedToken(
  gateway: Gateway,
  email: string,
  page: 'verify-email' | 'reset-password' | 'invitations',
  timeoutMs = 10_000,
): Promise<string> {
  return waitUntil(
    () => {
      const mail = listMails(gateway, email).findLast(({ text }) => text.includes(`/${page}?`));
      return /\?token=([\w-]{43})$/m.exec(mail?.text ?? '')?.[1];
    },
    { timeoutMs, what: `a mail to ${email} for ${page}` },
  );
}
