import { getAddressBlock } from '@tollgate/identity';
import type { Redis } from '@tollgate/redis';
import {
  createTakeAttempt,
  makeAttemptKey,
  refuseWithoutRedis,
  toWaitSeconds,
  type AttemptWindow,
} from '../shared/redis-attempt-window';
import type { CodeLimits } from './ports';

const cooldownMs = 60_000;
const perAddress: AttemptWindow = { name: 'edu-ip', max: 10, seconds: 15 * 60 };
const perKey: AttemptWindow = { name: 'edu-key', max: 100, seconds: 60 * 60 };

/** Unknown keys and addresses count as well: a limit must not reveal which ones exist. */
export function createCodeLimits(redis: Redis): CodeLimits {
  const takeAttempt = createTakeAttempt(redis);

  async function takeRates(clientIp: string, keyHash: string): Promise<number | undefined> {
    const waitSeconds = await takeAttempt(perAddress, getAddressBlock(clientIp));
    return waitSeconds ?? (await takeAttempt(perKey, keyHash));
  }

  return {
    take: async ({ clientIp, email, keyHash }) => {
      const cooldown = makeAttemptKey({ name: 'edu-cooldown' }, `${keyHash} ${email}`);
      // First, because it lets exactly one of any number of parallel requests through.
      const isFirst = await redis
        .set(cooldown, '1', 'PX', cooldownMs, 'NX')
        .catch(refuseWithoutRedis);
      if (isFirst === null) {
        const restMs = await redis.pttl(cooldown).catch(refuseWithoutRedis);
        return { error: 'cooldown', retryAfterSeconds: toWaitSeconds(restMs) };
      }
      const retryAfterSeconds = await takeRates(clientIp, keyHash);
      if (retryAfterSeconds === undefined) return undefined;
      // Nothing was sent, so clients at other addresses need not wait.
      await redis.del(cooldown).catch(refuseWithoutRedis);
      return { error: 'rate_limited', retryAfterSeconds };
    },
  };
}
