import { defineScript, type Redis, type RedisScript } from '@tollgate/redis';
import { getCancelsKey, getPenaltyKey } from './keys';

/** More unbilled cancels than this within the window lead to a block. */
const unbilledCancelsMax = 100;
const cancelWindowSeconds = 600;
export const penaltySeconds = 300;

/**
 * The list keeps the times of the latest cancels, one more than are allowed: when the oldest of a
 * full list is young, there were too many.
 *
 * KEYS cancels, penalty   ARGV allowed, window, penalty seconds   -> 1 when blocked
 */
const noteLua = `
local now = tonumber(redis.call('TIME')[1])
local allowed, window = tonumber(ARGV[1]), tonumber(ARGV[2])
redis.call('LPUSH', KEYS[1], now)
redis.call('LTRIM', KEYS[1], 0, allowed)
redis.call('EXPIRE', KEYS[1], window)
local oldest = redis.call('LINDEX', KEYS[1], allowed)
if not oldest or now - tonumber(oldest) >= window then return 0 end
redis.call('SET', KEYS[2], '1', 'EX', ARGV[3])
return 1
`;

/** Counts streams that clients ended unbilled; a caller with too many of them is blocked. */
export class CancelWatch {
  readonly #script: RedisScript;

  constructor(redis: Redis) {
    this.#script = defineScript(redis, noteLua);
  }

  /** Whether the user is blocked now. The edge reads the block with the rate of a call. */
  async noteUnbilledCancel(userId: string): Promise<boolean> {
    const keys = [getCancelsKey(userId), getPenaltyKey(userId)];
    const values = [unbilledCancelsMax, cancelWindowSeconds, penaltySeconds];
    return Number(await this.#script(keys, values)) === 1;
  }
}
