/**
 * The book has posted: take over its balance if it is newer, and drop the holds it has absorbed.
 * A late or repeated telling cannot bring an old balance back, because versions only rise.
 *
 * KEYS wallet, holds, counters   ARGV posted, version, holdId…
 */
export const postLua = `
local current = redis.call('HGET', KEYS[1], 'version')
if current and tonumber(ARGV[2]) > tonumber(current) then
  redis.call('HSET', KEYS[1], 'posted', ARGV[1], 'version', ARGV[2])
end
local now = now_seconds()
local removed = 0
for index = 3, #ARGV do
  if remove_hold(KEYS[1], KEYS[2], KEYS[3], ARGV[index], now) then removed = removed + 1 end
end
return removed
`;

/**
 * Copies a wallet and missing counters from one snapshot of the book. Counters add what this till
 * knows and that snapshot does not: final holds as spent, open ones as reserved.
 *
 * KEYS wallet, holds, counters
 * ARGV posted, version, credit, p, p posted hold ids, then triples: field, windowStart, spent
 */
export const loadLua = `
local now = now_seconds()
local current = redis.call('HGET', KEYS[1], 'version')
if not current or tonumber(ARGV[2]) > tonumber(current) then
  redis.call('HSET', KEYS[1], 'posted', ARGV[1], 'version', ARGV[2], 'credit', ARGV[3])
end
local posted_ids = tonumber(ARGV[4])
for index = 5, 4 + posted_ids do remove_hold(KEYS[1], KEYS[2], KEYS[3], ARGV[index], now) end

local all = redis.call('HGETALL', KEYS[2])
for index = 5 + posted_ids, #ARGV, 3 do
  local field = ARGV[index]
  if redis.call('HEXISTS', KEYS[3], field) == 0 then
    local start, spent = tonumber(ARGV[index + 1]), tonumber(ARGV[index + 2])
    local counter = { start = start, spent = spent, reserved = 0 }
    for position = 2, #all, 2 do
      local hold = read_hold(all[position])
      each_field(hold.fields, function(candidate)
        if candidate == field then
          if hold.state == 'o' then counter.reserved = counter.reserved + hold.amount
          else counter.spent = counter.spent + hold.amount end
        end
      end)
    end
    write_counter(KEYS[3], field, counter)
  end
end
return 1
`;
