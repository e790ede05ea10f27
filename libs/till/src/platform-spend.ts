import type { Nanos } from '@tollgate/money';
import { defineScript, type Redis, type RedisScript } from '@tollgate/redis';
import { platformSpendKey } from './keys';

export interface PlatformSpendReading {
  readonly nowMs: number;
  /** Settled in the running clock minute and hour, over all wallets. */
  readonly minuteNanos: Nanos;
  readonly hourNanos: Nanos;
}

/** KEYS spend   ARGV nanos   -> [now, minute spend, hour spend] */
const noteLua = `
local now = tonumber(redis.call('TIME')[1])
local added = tonumber(ARGV[1])
local stored = redis.call('HMGET', KEYS[1], 'minute', 'minuteSpent', 'hour', 'hourSpent')
local minute, hour = now - now % 60, now - now % 3600
local minute_spent = tonumber(stored[1]) == minute and tonumber(stored[2]) or 0
local hour_spent = tonumber(stored[3]) == hour and tonumber(stored[4]) or 0
minute_spent = string.format('%.0f', minute_spent + added)
hour_spent = string.format('%.0f', hour_spent + added)
if added > 0 then
  redis.call('HSET', KEYS[1], 'minute', string.format('%.0f', minute), 'minuteSpent', minute_spent,
    'hour', string.format('%.0f', hour), 'hourSpent', hour_spent)
  redis.call('EXPIRE', KEYS[1], 3600)
end
return { string.format('%.0f', now), minute_spent, hour_spent }
`;

/** How fast the whole platform spends, for the global brake. */
export class PlatformSpend {
  readonly #script: RedisScript;

  constructor(redis: Redis) {
    this.#script = defineScript(redis, noteLua);
  }

  /** Adds what calls cost that have just become final; many of them in one go. */
  async note(nanos: Nanos): Promise<void> {
    if (nanos > 0n) await this.#script([platformSpendKey], [String(nanos)]);
  }

  async read(): Promise<PlatformSpendReading> {
    const reply = (await this.#script([platformSpendKey], ['0'])) as [string, string, string];
    const [now, minute, hour] = reply;
    return {
      nowMs: Number(now) * 1_000,
      minuteNanos: BigInt(minute),
      hourNanos: BigInt(hour),
    };
  }
}
