/**
 * Shared by all scripts of the till.
 *
 * wallet   hash  posted, version: copy of the book; credit: credit line; held: sum of the open and
 *                final holds; exhausted: second at which a stream ran out of credit
 * holds    hash  id -> state|amount|instance|openedMs|counter fields joined by ','
 *                state o = open (worst case; the number of its last extension follows),
 *                f = final (actual cost, waits to be posted),
 *                b = booked (held by the book: counts in limits, no longer in `held`)
 * counters hash  scope|id|window -> windowStart|spent|reserved
 *
 * Amounts are whole nanos below 2^53, so Lua's doubles hold them exactly.
 */
export const preludeLua = `
-- Nothing that is taken away is -0, which Redis does not take for a number.
local function whole(number) return string.format('%.0f', number + 0) end

local function window_start(window, now)
  if window == 'minute' then return now - now % 60 end
  if window == 'hour' then return now - now % 3600 end
  if window == 'daily' then return now - now % 86400 end
  local days = math.floor(now / 86400)
  if window == 'weekly' then return (days - (days + 3) % 7) * 86400 end
  if window == 'monthly' then
    -- civil date of a day number (proleptic Gregorian, UTC), then back to the first of its month
    local z = days + 719468
    local era = math.floor(z / 146097)
    local doe = z - era * 146097
    local leap = math.floor(doe / 1460) - math.floor(doe / 36524) + math.floor(doe / 146096)
    local yoe = math.floor((doe - leap) / 365)
    local doy = doe - (365 * yoe + math.floor(yoe / 4) - math.floor(yoe / 100))
    local mp = math.floor((5 * doy + 2) / 153)
    local day = doy - math.floor((153 * mp + 2) / 5) + 1
    return (days - day + 1) * 86400
  end
  return 0
end

local function read_hold(raw)
  local state, step, amount, instance, opened, fields =
    string.match(raw, '^(%a)(%d*)|(%d+)|([^|]*)|(%d+)|(.*)$')
  return { state = state, step = tonumber(step) or 0, amount = tonumber(amount),
    instance = instance, opened = opened, fields = fields }
end

-- The amount is a text of whole nanos, and opened one of milliseconds.
local function hold_text(state, amount, instance, opened, fields)
  return state .. '|' .. amount .. '|' .. instance .. '|' .. opened .. '|' .. fields
end

local function read_counter(counters_key, field, now)
  local raw = redis.call('HGET', counters_key, field)
  if not raw then return nil end
  local start, spent, reserved = string.match(raw, '^(%d+)|(%d+)|(%d+)$')
  -- From the front: looking for the last part from its end would try every place in between.
  local current = window_start(string.match(field, '^[^|]*|[^|]*|(.*)$'), now)
  if tonumber(start) ~= current then spent = 0 end
  return { start = current, spent = tonumber(spent), reserved = tonumber(reserved) }
end

local function write_counter(counters_key, field, counter)
  local reserved = math.max(0, counter.reserved)
  redis.call('HSET', counters_key, field,
    whole(counter.start) .. '|' .. whole(counter.spent) .. '|' .. whole(reserved))
end

local function move_counters(counters_key, fields, now, spent, reserved)
  for field in string.gmatch(fields, '[^,]+') do
    local counter = read_counter(counters_key, field, now)
    if counter then
      counter.spent = counter.spent + spent
      counter.reserved = counter.reserved + reserved
      write_counter(counters_key, field, counter)
    end
  end
end

local function now_seconds() return tonumber(redis.call('TIME')[1]) end

local function remove_hold(wallet_key, holds_key, counters_key, id, now)
  local raw = redis.call('HGET', holds_key, id)
  if not raw then return false end
  local hold = read_hold(raw)
  redis.call('HDEL', holds_key, id)
  if hold.state ~= 'b' then redis.call('HINCRBY', wallet_key, 'held', whole(-hold.amount)) end
  if hold.state ~= 'f' then move_counters(counters_key, hold.fields, now, 0, -hold.amount) end
  return true
end
`;

/** Only some scripts open holds, and every function costs each run a little. */
export const openHoldLua = `
local function open_hold(id, amount, instance, fields, now)
  local hold = hold_text('o', whole(amount), instance, now .. '000', fields)
  redis.call('HSET', KEYS[2], id, hold)
  redis.call('HINCRBY', KEYS[1], 'held', whole(amount))
  move_counters(KEYS[3], fields, now, 0, amount)
end
`;

/** Writes an open hold with another amount. */
export const resizeHoldLua = `
local function resize_hold(holds_key, id, hold, step, amount)
  local state = step > 0 and 'o' .. step or 'o'
  redis.call('HSET', holds_key, id,
    hold_text(state, whole(amount), hold.instance, hold.opened, hold.fields))
end
`;
