/**
 * Turns a hold into what the call really cost. A hold that is gone (swept after a silence of its
 * relay, or lost with an emptied Redis) is written as final: the charge is on its way to the book,
 * and until it is posted the balance must already lack it.
 *
 * KEYS wallet, holds, counters   ARGV holdId, actual, instance, fields   -> 1 when it was not final
 */
export const finalizeLua = `
local now = now_seconds()
local actual = tonumber(ARGV[2])
local raw = redis.call('HGET', KEYS[2], ARGV[1])
local hold = raw and read_hold(raw)
if hold and hold.state ~= 'o' then return 0 end
local reserved = hold and hold.amount or 0
local fields = hold and hold.fields or ARGV[4]
write_hold(KEYS[2], ARGV[1], {
  state = 'f', amount = actual, instance = ARGV[3], opened = whole(now * 1000), fields = fields })
redis.call('HINCRBY', KEYS[1], 'held', whole(actual - reserved))
move_counters(KEYS[3], fields, now, actual, -reserved)
return 1
`;

/** Gives an open hold back. A final one stays: its cost was told to a client. ARGV holdId */
export const releaseLua = `
local raw = redis.call('HGET', KEYS[2], ARGV[1])
if not raw or read_hold(raw).state ~= 'o' then return 0 end
remove_hold(KEYS[1], KEYS[2], KEYS[3], ARGV[1], now_seconds())
return 1
`;

/**
 * Writes an open hold again after Redis was emptied, from the memory of its relay.
 * ARGV holdId, amount, instance, fields
 */
export const registerLua = `
if redis.call('HEXISTS', KEYS[2], ARGV[1]) == 1 then return 0 end
open_hold(ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4], now_seconds())
return 1
`;

/** Releases every open hold of one relay instance. ARGV instance -> number released */
export const sweepLua = `
local now = now_seconds()
local released = 0
local all = redis.call('HGETALL', KEYS[2])
for index = 1, #all, 2 do
  local hold = read_hold(all[index + 1])
  if hold.state == 'o' and hold.instance == ARGV[1] then
    remove_hold(KEYS[1], KEYS[2], KEYS[3], all[index], now)
    released = released + 1
  end
end
return released
`;
