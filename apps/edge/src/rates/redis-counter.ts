import { defineScript, type Redis } from '@tollgate/redis';
import type { CountCall } from '../use-cases/ports';

// The clock is the one of Redis, so that all instances agree when a minute ends. The key dies with
// its minute: a count that outlived it would limit somebody for ever.
const countLua = `
local now = tonumber(redis.call('TIME')[1])
local reset = now - now % 60 + 60
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('EXPIREAT', KEYS[1], reset) end
return {count, reset, reset - now}`;

/** One round trip per call; shared by all instances. */
export function createRedisCounter(redis: Redis): CountCall {
  const script = defineScript(redis, countLua);
  return async (bucket, subject) => {
    const reply = await script([`tollgate:rate:${bucket}:{${subject}}`], []);
    const [count, resetAtSeconds, secondsLeft] = reply as [number, number, number];
    return { count, resetAtSeconds, secondsLeft };
  };
}
