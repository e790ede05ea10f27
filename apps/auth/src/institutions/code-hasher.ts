import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '@tollgate/config';
import type { CodeHasher } from './ports';

const hashBytes = 32;
/** No code has it. */
const noHash = '0'.repeat(2 * hashBytes);

/** Six digits are guessed in no time: only with a secret of ours is their hash worth storing. */
export function createCodeHasher(secret: Secret): CodeHasher {
  const hash: CodeHasher['hash'] = ({ code, email, keyId }) =>
    createHmac('sha256', secret.reveal()).update(`${keyId}|${email}|${code}`).digest('hex');
  return {
    hash,
    matches: (code, expected) => {
      const isSame = timingSafeEqual(Buffer.from(hash(code)), Buffer.from(expected ?? noHash));
      return isSame && expected !== null;
    },
  };
}
