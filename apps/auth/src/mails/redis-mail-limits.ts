import { createHash } from 'node:crypto';
import { defineScript, type Redis } from '@tollgate/redis';
import type { MailKind } from './mail';
import type { MailLimits } from './ports';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Rule {
  readonly pauseMs: number;
  readonly perHourMax: number;
}

const rules: Readonly<Record<MailKind, Rule>> = {
  // Without a pause: a user who deleted the account may sign up again at once.
  'verify-email': { pauseMs: 0, perHourMax: 5 },
  'reset-password': { pauseMs: 5 * minuteMs, perHourMax: 5 },
  'log-in': { pauseMs: minuteMs, perHourMax: 5 },
  'account-exists': { pauseMs: 5 * minuteMs, perHourMax: 5 },
};

// Judging and counting are one step, by Redis' own clock. A mail that was let through once is let
// through again: its first try may have failed.
const takeLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], 0, now - ${hourMs})
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
local newest = redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if newest[2] and now - tonumber(newest[2]) < tonumber(ARGV[2]) then return 0 end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ${hourMs})
return 1`;

export function createMailLimits(redis: Redis): MailLimits {
  const script = defineScript(redis, takeLua);
  return {
    take: async ({ email, id, kind }) => {
      const { pauseMs, perHourMax } = rules[kind];
      // Only digests of mail addresses go to Redis.
      const digest = createHash('sha256').update(email).digest('base64url');
      const key = `tollgate:auth:mails:${kind}:${digest}`;
      return (await script([key], [id, pauseMs, perHourMax])) === 1;
    },
  };
}
