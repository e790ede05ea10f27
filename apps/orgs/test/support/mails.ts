import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '@tollgate/testing';
import type { OrgsUnderTest } from './start-orgs';

interface SentMail {
  readonly to: string;
  readonly text: string;
}

export function findMail({ mailDirectory }: OrgsUnderTest, email: string): SentMail | undefined {
  return readdirSync(mailDirectory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(mailDirectory, name), 'utf8')) as SentMail)
    .find(({ to }) => to === email);
}

/** The token of the invitation that was mailed to an address. */
export function waitForInvitation(orgs: OrgsUnderTest, email: string): Promise<string> {
  return waitUntil(
    () => /\/invitations\?token=([\w-]{43})$/m.exec(findMail(orgs, email)?.text ?? '')?.[1],
    { timeoutMs: 30_000, what: `an invitation of ${email}` },
  );
}
