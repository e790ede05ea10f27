import { defineScript, type Redis } from '@tollgate/redis';
import { getPenaltyKey } from '@tollgate/till';
import type { CountCall } from '../use-cases/ports';

// The clock is the one of Redis, so that all instances agree when a minute ends. The key dies with
// its minute: a count that outlived it would limit somebody for ever. The second key, where there
// is one, lives as long as its user is blocked.
const countLua = `
local now = tonumber(redis.call('TIME')[1])
local reset = now - now % 60 + 60
if KEYS[2] then
  local blocked = redis.call('TTL', KEYS[2])
  if blocked >= 0 then return {0, reset, reset - now, math.max(1, blocked)} end
end
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIREAT', KEYS[1], reset) end
return {count, reset, reset - now, 0}`;

/** One round trip per call; shared by all instances. */
export function createRedisCounter(redis: Redis): CountCall {
  const script = defineScript(redis, countLua);
  return async (bucket, subject) => {
    const keys = [`tollgate:rate:${bucket}:{${subject}}`];
    if (bucket === 'inference') keys.push(getPenaltyKey(subject));
    const reply = (await script(keys, [])) as [number, number, number, number];
    const [count, resetAtSeconds, secondsLeft, blockedSeconds] = reply;
    return { count, resetAtSeconds, secondsLeft, blockedSeconds };
  };
}
