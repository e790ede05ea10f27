import { defineScript, type Redis } from '@tollgate/redis';
import { getPenaltyKey, penaltySeconds } from '@tollgate/till';
import { rateBuckets, type BucketName } from '../domain/rate-bucket';
import type { CountCalls } from '../use-cases/ports';

/** Refusals in one minute, as a multiple of the limit, above which the minute counts as abuse. */
const refusedLimitsMax = 2;
/** A limit that was exceeded in so many of the last minutes was exceeded on purpose. */
const exceededMinutesMax = 5;
const minutesRemembered = 10;

// The minute is the one of Redis' clock, so that all edges agree when it ends. The key is a hash
// with one field for each minute: a key that Redis has not expired yet at the turn of the minute
// cannot lend its count to the new minute. For the same reason, calls that were let through in a
// minute that has ended are not counted in the next one.
//
// For calls that spend money there are two more keys: one exists while the user is blocked, the
// other one counts the user's refusals per minute. Refusals are counted and not calls, because a
// user whose balance fell below a tier within a minute is not abusing the limit. A count that no
// call waits for refuses no call, so it adds no refusal.
//
// ARGV known count, end of its minute, limit, calls, how many of the calls were let through
const countLua = `
local now = tonumber(redis.call('TIME')[1])
local reset = now - now % 60 + 60
if KEYS[2] then
  local blocked = redis.call('PTTL', KEYS[2])
  if blocked > 0 then return {0, reset, reset - now, math.ceil(blocked / 1000)} end
end
local known, limit = tonumber(ARGV[1]), tonumber(ARGV[3])
local calls, passed = tonumber(ARGV[4]), tonumber(ARGV[5])
local isCallWaiting = calls > passed
if tonumber(ARGV[2]) ~= reset then
  known = 0
  calls = calls - passed
end
local count = redis.call('HINCRBY', KEYS[1], reset, calls)
if count == calls then redis.call('EXPIREAT', KEYS[1], reset) end
if count < known + calls then
  count = known + calls
  redis.call('HSET', KEYS[1], reset, count)
end
if not KEYS[2] or count <= limit or not isCallWaiting then
  return {count, reset, reset - now, 0}
end

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
  return async (counted) => {
    const { bucket, subject, limit, calls, passedCalls } = counted;
    const keys = [getRateKey(bucket, subject)];
    if (rateBuckets[bucket].spendsMoney) keys.push(getPenaltyKey(subject), getRefusalsKey(subject));
    const values = [counted.knownCount, counted.knownResetAtSeconds, limit, calls, passedCalls];
    const reply = (await script(keys, values)) as [number, number, number, number];
    const [count, resetAtSeconds, secondsLeft, blockedSeconds] = reply;
    return { count, resetAtSeconds, secondsLeft, blockedSeconds };
  };
}

/** Hash: how many calls were counted, by the end of the minute. */
export function getRateKey(bucket: BucketName, subject: string): string {
  return `tollgate:rates:${bucket}:{${subject}}`;
}

/** Hash: how often a user was refused, by the end of the minute. */
export function getRefusalsKey(userId: string): string {
  return `tollgate:refusals:{${userId}}`;
}
