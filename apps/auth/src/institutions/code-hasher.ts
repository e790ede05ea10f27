import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@tollgate/config';
import type { CodeHasher } from './ports';

const hashBytes = 32;
/** No code has it. */
const noHash = '0'.repeat(2 * hashBytes);

/**
 * Six digits are guessed in no time: only with a secret of ours is their hash worth storing. The
 * first secret makes hashes; hashes of all of them match, so that a secret can be replaced.
 */
export function createCodeHasher(secrets: readonly [Secret, ...Secret[]]): CodeHasher {
  return {
    hash: (code) => hashWith(secrets[0], code),
    matches: (code, expected) => {
      const stored = Buffer.from(expected ?? noHash);
      const isSame = secrets.map((secret) =>
        timingSafeEqual(Buffer.from(hashWith(secret, code)), stored),
      );
      return isSame.includes(true) && expected !== null;
    },
  };
}

function hashWith(
  secret: Secret,
  { code, email, keyId }: Parameters<CodeHasher['hash']>[0],
): string {
  return createHmac('sha256', secret.reveal()).update(`${keyId}|${email}|${code}`).digest('hex');
}
