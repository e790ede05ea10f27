import { defineScript, type Redis } from '@tollgate/redis';
import { getPenaltyKey, penaltySeconds } from '@tollgate/till';
import type { CountCalls } from '../use-cases/ports';

/** Who is refused more than so many times the limit in one minute goes beyond three limits. */
const refusedLimitsMax = 2;
/** A limit that was exceeded in so many of the last minutes was exceeded on purpose. */
const exceededMinutesMax = 5;
const minutesRemembered = 10;

// The clock is the one of Redis, so that all instances agree when a minute ends. The key dies with
// its minute: a count that outlived it would limit somebody for ever. Of calls that spend money
// there are two keys more: one lives as long as its user is blocked, the other one remembers how
// often the user was refused in which minute. Refusals are counted, not calls: a user whose
// balance fell below a tier in mid-minute has done nothing wrong.
const countLua = `
local now = tonumber(redis.call('TIME')[1])
local reset = now - now % 60 + 60
if KEYS[2] then
  local blocked = redis.call('PTTL', KEYS[2])
  if blocked > 0 then return {0, reset, reset - now, math.ceil(blocked / 1000)} end
end
local calls, known = tonumber(ARGV[4]), tonumber(ARGV[1])
local count = redis.call('INCRBY', KEYS[1], calls)
if count < known + calls and tonumber(ARGV[2]) == reset then
  count = known + calls
  redis.call('SET', KEYS[1], count)
  redis.call('EXPIREAT', KEYS[1], reset)
elseif count == calls then
  redis.call('EXPIREAT', KEYS[1], reset)
end
local limit = tonumber(ARGV[3])
if not KEYS[2] or count <= limit then return {count, reset, reset - now, 0} end

local refused = redis.call('HINCRBY', KEYS[3], reset, 1)
redis.call('EXPIREAT', KEYS[3], reset + ${60 * (minutesRemembered - 1)})
local minutes = 0
for _, minute in ipairs(redis.call('HKEYS', KEYS[3])) do
  if tonumber(minute) > reset - ${60 * minutesRemembered} then
    minutes = minutes + 1
  else
    redis.call('HDEL', KEYS[3], minute)
  end
end
if refused <= ${refusedLimitsMax} * limit and minutes < ${exceededMinutesMax} then
  return {count, reset, reset - now, 0}
end
redis.call('SET', KEYS[2], '1', 'EX', ${penaltySeconds})
return {count, reset, reset - now, ${penaltySeconds}}`;

/** One round trip; shared by all instances. */
export function createRedisCounter(redis: Redis): CountCalls {
  const script = defineScript(redis, countLua);
  return async ({ bucket, subject, limit, calls, knownCount, knownResetAtSeconds }) => {
    const keys = [`tollgate:rate:${bucket}:{${subject}}`];
    if (bucket === 'inference') keys.push(getPenaltyKey(subject), getRefusalsKey(subject));
    const values = [knownCount, knownResetAtSeconds, limit, calls];
    const reply = (await script(keys, values)) as [number, number, number, number];
    const [count, resetAtSeconds, secondsLeft, blockedSeconds] = reply;
    return { count, resetAtSeconds, secondsLeft, blockedSeconds };
  };
}

/** Hash: how often a user was refused, by the end of the minute. */
export function getRefusalsKey(userId: string): string {
  return `tollgate:refusals:{${userId}}`;
}
