import { createHash } from 'node:crypto';
import { defineScript, type Redis } from '@tollgate/redis';
import type { MailLimits } from './send-invitations';

const hourMs = 60 * 60 * 1_000;
/** Of all organizations together. */
const perMailboxHourMax = 5;

// Judging and counting are one step, by Redis' own clock. A mail that was let through once is let
// through again: its first try may have failed.
const takeLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ${hourMs})
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
if redis.call('ZCARD', KEYS[1]) >= ${perMailboxHourMax} then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${hourMs})
return 1`;

export function createMailLimits(redis: Redis): MailLimits {
  const script = defineScript(redis, takeLua);
  return {
    take: async (email, invitationId) => {
      // Only digests of mail addresses go to Redis.
      const digest = createHash('sha256').update(email).digest('base64url');
      return (await script([`tollgate:orgs:mails:${digest}`], [invitationId])) === 1;
    },
  };
}
