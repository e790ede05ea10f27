import { openHoldLua, resizeHoldLua } from './prelude';

/**
 * Ends any number of holds of one wallet.
 *
 * A charge turns its hold into the actual cost of the call. A call that was paid from a lease has
 * no hold of its own: its part is taken from what the lease holds. A hold that is gone (swept when
 * its relay was silent, or lost with an emptied Redis) is written as final: the charge will reach
 * the book, and until it is posted the balance must already lack it. Without a charge an
 * open hold is released; a final one stays, because its cost was sent to a client.
 *
 * KEYS wallet, holds, counters
 * ARGV instance, then: holdId, actual or '', fields, leaseId or '', part of the lease…
 * ->   for every hold 1 when this ended it, else 0
 */
export const settleLua = `${resizeHoldLua}
local function take_from_lease(id, part)
  local raw = id ~= '' and redis.call('HGET', KEYS[2], id)
  local lease = raw and read_hold(raw)
  if not lease or lease.state ~= 'o' then return 0 end
  local taken = math.min(lease.amount, part)
  resize_hold(KEYS[2], id, lease, lease.step, lease.amount - taken)
  return taken
end

local now = now_seconds()
local ended = {}
local held = 0
for index = 2, #ARGV, 5 do
  local id, actual = ARGV[index], tonumber(ARGV[index + 1])
  local raw = redis.call('HGET', KEYS[2], id)
  local hold = raw and read_hold(raw)
  local done = 0
  if actual and not (hold and hold.state ~= 'o') then
    local reserved = hold and hold.amount
      or take_from_lease(ARGV[index + 3], tonumber(ARGV[index + 4]))
    local fields = hold and hold.fields or ARGV[index + 2]
    local final = hold_text('f', ARGV[index + 1], ARGV[1], now .. '000', fields)
    redis.call('HSET', KEYS[2], id, final)
    held = held + actual - reserved
    move_counters(KEYS[3], fields, now, actual, -reserved)
    done = 1
  elseif not actual and hold and hold.state == 'o' then
    redis.call('HDEL', KEYS[2], id)
    held = held - hold.amount
    move_counters(KEYS[3], hold.fields, now, 0, -hold.amount)
    done = 1
  end
  ended[#ended + 1] = done
end
if held ~= 0 then redis.call('HINCRBY', KEYS[1], 'held', whole(held)) end
return ended
`;

/**
 * Gives back a part of an open hold. The step separates a repeated command from a further one.
 *
 * KEYS wallet, holds, counters   ARGV holdId, step, amount
 * ->   1 when this gave it back, else 0
 */
export const shrinkLua = `${resizeHoldLua}
local raw = redis.call('HGET', KEYS[2], ARGV[1])
local hold = raw and read_hold(raw)
local step = tonumber(ARGV[2])
if not hold or hold.state ~= 'o' or hold.step >= step then return 0 end
local amount = math.min(hold.amount, tonumber(ARGV[3]))
resize_hold(KEYS[2], ARGV[1], hold, step, hold.amount - amount)
redis.call('HINCRBY', KEYS[1], 'held', whole(-amount))
move_counters(KEYS[3], hold.fields, now_seconds(), 0, -amount)
return 1
`;

/**
 * Writes an open hold again after Redis was emptied, from the memory of its relay.
 * ARGV holdId, amount, instance, fields
 */
export const registerLua = `${openHoldLua}
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
