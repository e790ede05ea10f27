import { AppError } from '@tollgate/errors';
import { defineScript, type Redis } from '@tollgate/redis';
import type { InvitationLimits } from './ports';

const hourMs = 60 * 60 * 1_000;
const perPersonHourMax = 100;

// Counting and judging are one step: of any number of parallel attempts only so many get through.
const takeLua = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

/** Anyone can create organizations, so invitations must not become a mail relay. */
export function createInvitationLimits(redis: Redis): InvitationLimits {
  const script = defineScript(redis, takeLua);
  return {
    take: async (userId) => {
      const key = `tollgate:orgs:invitations:${userId}`;
      const reply = await script([key], [hourMs]).catch(refuseWithoutRedis);
      const [count, restMs] = reply as [number, number];
      if (count <= perPersonHourMax) return;
      const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
      const message = `At most ${perPersonHourMax} invitations in an hour`;
      throw new AppError('rate_limited', { message, retryAfterSeconds });
    },
  };
}

function refuseWithoutRedis(cause: unknown): never {
  throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
}
