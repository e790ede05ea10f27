/**
 * Takes over the book's balance if it is newer; versions only rise, so a late or repeated update
 * cannot restore an old one. The credit line may come with the version that is stored already: a
 * posting without it may have been faster. ARGV posted, version, credit ('': unknown)
 */
const takeBalanceLua = `
local current = tonumber(redis.call('HGET', KEYS[1], 'version') or '-1')
local version = tonumber(ARGV[2])
local is_loaded = current >= 0
if is_loaded and version > current then
  redis.call('HSET', KEYS[1], 'posted', ARGV[1], 'version', ARGV[2])
end
if is_loaded and version >= current and ARGV[3] ~= '' then
  redis.call('HSET', KEYS[1], 'credit', ARGV[3])
end
`;

/**
 * The book has posted: take over its balance, and drop the holds it has absorbed.
 *
 * KEYS wallet, holds, counters   ARGV posted, version, credit, holdId…
 */
export const postLua = `${takeBalanceLua}
local now = now_seconds()
local removed = 0
for index = 4, #ARGV do
  if remove_hold(KEYS[1], KEYS[2], KEYS[3], ARGV[index], now) then removed = removed + 1 end
end
return removed
`;

/**
 * The book has taken a hold over: its money has left the balance, so it leaves `held` in the same
 * step, and only limits still count it.
 *
 * KEYS wallet, holds, counters   ARGV posted, version, credit, holdId, amount, fields
 */
export const bookLua = `${takeBalanceLua}
local raw = redis.call('HGET', KEYS[2], ARGV[4])
local hold = raw and read_hold(raw)
if hold and hold.state ~= 'o' then return 0 end
-- Told late: the hold may be captured by now.
if not hold and version < current then return 0 end
local now = now_seconds()
local amount = tonumber(ARGV[5])
local reserved = hold and hold.amount or 0
redis.call('HSET', KEYS[2], ARGV[4], hold_text('b', ARGV[5], '', now .. '000', ARGV[6]))
if hold then redis.call('HINCRBY', KEYS[1], 'held', whole(-reserved)) end
move_counters(KEYS[3], ARGV[6], now, 0, amount - reserved)
return 1
`;

/**
 * The book has captured or released a hold: limits count its cost instead of its worst case.
 *
 * KEYS wallet, holds, counters   ARGV posted, version, credit, holdId, cost
 */
export const unbookLua = `${takeBalanceLua}
local raw = redis.call('HGET', KEYS[2], ARGV[4])
if not raw then return 0 end
local hold = read_hold(raw)
if hold.state == 'f' then return 0 end
local now = now_seconds()
remove_hold(KEYS[1], KEYS[2], KEYS[3], ARGV[4], now)
move_counters(KEYS[3], hold.fields, now, tonumber(ARGV[5]), 0)
return 1
`;

/**
 * Copies a wallet and missing counters from one snapshot of the book. Counters add what this till
 * has and that snapshot does not: final holds as spent, open and booked ones as reserved.
 *
 * KEYS wallet, holds, counters
 * ARGV posted, version, credit, p, p posted hold ids, b, b times: booked hold id, amount, fields,
 *      then triples: field, windowStart, spent
 */
export const loadLua = `
local now = now_seconds()
local current = tonumber(redis.call('HGET', KEYS[1], 'version') or '-1')
local version = tonumber(ARGV[2])
if version > current then
  redis.call('HSET', KEYS[1], 'posted', ARGV[1], 'version', ARGV[2], 'credit', ARGV[3])
end
local position = 5
for index = position, position + tonumber(ARGV[4]) - 1 do
  remove_hold(KEYS[1], KEYS[2], KEYS[3], ARGV[index], now)
end
position = position + tonumber(ARGV[4])
local booked_end = position + tonumber(ARGV[position]) * 3
for index = position + 1, booked_end, 3 do
  if version >= current and redis.call('HEXISTS', KEYS[2], ARGV[index]) == 0 then
    local amount, fields = ARGV[index + 1], ARGV[index + 2]
    redis.call('HSET', KEYS[2], ARGV[index], hold_text('b', amount, '', now .. '000', fields))
    move_counters(KEYS[3], fields, now, 0, tonumber(amount))
  end
end

local counters, are_missing = {}, false
for index = booked_end + 1, #ARGV, 3 do
  local field = ARGV[index]
  if redis.call('HEXISTS', KEYS[3], field) == 0 then
    are_missing = true
    counters[field] = {
      start = tonumber(ARGV[index + 1]), spent = tonumber(ARGV[index + 2]), reserved = 0 }
  end
end
if not are_missing then return 1 end
local all = redis.call('HVALS', KEYS[2])
for position = 1, #all do
  local hold = read_hold(all[position])
  for field in string.gmatch(hold.fields, '[^,]+') do
    local counter = counters[field]
    if counter and hold.state == 'f' then counter.spent = counter.spent + hold.amount
    elseif counter then counter.reserved = counter.reserved + hold.amount end
  end
end
for field, counter in pairs(counters) do write_counter(KEYS[3], field, counter) end
return 1
`;
