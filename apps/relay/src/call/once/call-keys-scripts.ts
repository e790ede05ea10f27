/** In all of them KEYS are the call and its answer. */

const readClock = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** ARGV fingerprint, ulid, instance, process, ttl -> 0 run, 1 taken, 2 other request */
export const claimLua = `${readClock}
local state, fingerprint, ulid = unpack(redis.call('HMGET', KEYS[1], 'state', 'print', 'ulid'))
if state and state ~= 'free' then
  if ulid == ARGV[2] then return 0 end
  return fingerprint == ARGV[1] and 1 or 2
end
redis.call('UNLINK', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'state', 'running', 'print', ARGV[1], 'ulid', ARGV[2],
  'instance', ARGV[3], 'process', ARGV[4], 'beat', now)
return redis.call('EXPIRE', KEYS[1], ARGV[5]) - 1
`;

/** ARGV ulid */
export const giveUpLua = `
if redis.call('HGET', KEYS[1], 'ulid') ~= ARGV[1] then return 0 end
return redis.call('UNLINK', KEYS[1], KEYS[2])
`;

/** ARGV ulid, ttl of the answer, parts... -> ms since the last look, -1 when the key is gone */
export const progressLua = `${readClock}
local ulid, followed = unpack(redis.call('HMGET', KEYS[1], 'ulid', 'followed'))
if ulid ~= ARGV[1] then return -1 end
redis.call('HSET', KEYS[1], 'beat', now)
for index = 3, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[index]) end
if #ARGV > 2 then redis.call('EXPIRE', KEYS[2], ARGV[2]) end
return now - (followed or 0)
`;

/** ARGV ulid */
export const dropLua = `
if redis.call('HGET', KEYS[1], 'ulid') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'kept', '0')
return redis.call('UNLINK', KEYS[2])
`;

/**
 * ARGV ulid, state, cost, error, ttl of the answer, ttl of a free key, kept, parts...
 * Sent again after a lost reply, it changes nothing.
 */
export const finishLua = `
local ulid, state = unpack(redis.call('HMGET', KEYS[1], 'ulid', 'state'))
if ulid ~= ARGV[1] or state ~= 'running' then return 0 end
for index = 8, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[index]) end
if ARGV[7] == '0' then redis.call('UNLINK', KEYS[2]) end
redis.call('EXPIRE', KEYS[2], ARGV[2] == 'free' and ARGV[6] or ARGV[5])
redis.call('HSET', KEYS[1], 'state', ARGV[2], 'cost', ARGV[3], 'error', ARGV[4], 'kept', ARGV[7])
redis.call('HDEL', KEYS[1], 'instance', 'process', 'beat', 'followed')
if ARGV[2] == 'free' then redis.call('EXPIRE', KEYS[1], ARGV[6]) end
return 1
`;

/** ARGV first part, last part -> state, ulid, silence, kept, cost, error, part count, parts... */
export const lookLua = `${readClock}
local call = redis.call('HMGET', KEYS[1], 'state', 'ulid', 'beat', 'kept', 'cost', 'error')
if not call[1] then return {} end
if call[1] == 'running' then redis.call('HSET', KEYS[1], 'followed', now) end
local view = {call[1], call[2], now - (call[3] or now), call[4] or '1', call[5] or '',
  call[6] or '', redis.call('LLEN', KEYS[2])}
for _, part in ipairs(redis.call('LRANGE', KEYS[2], ARGV[1], ARGV[2])) do
  table.insert(view, part)
end
return view
`;

/** ARGV ulid, cost: of a call whose relay has died; the cost is empty when it was not charged. */
export const crashLua = `
local ulid, state = unpack(redis.call('HMGET', KEYS[1], 'ulid', 'state'))
if ulid ~= ARGV[1] or state ~= 'running' then return 0 end
redis.call('UNLINK', KEYS[2])
return redis.call('HSET', KEYS[1], 'state', 'crashed', 'cost', ARGV[2])
`;
