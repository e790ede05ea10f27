/**
 * The one atomic step that lets a call spend money. All limits of all scopes and the balance are
 * judged together, and the hold is written in the same step: no two calls can both take the last
 * cent. Repeating it with the same hold id changes nothing, because a command that timed out may
 * still have run.
 *
 * KEYS wallet, holds, counters
 * ARGV holdId, amount, floor, instance, n, then n times: field, limit, rule
 * ->   ['ok', amount] | ['load', field…] | ['limit', index, spent, reserved, now]
 *      | ['funds', available]
 */
export const admitLua = `
local posted = redis.call('HGET', KEYS[1], 'posted')
if not posted then return { 'load' } end
local existing = redis.call('HGET', KEYS[2], ARGV[1])
if existing then return { 'ok', whole(read_hold(existing).amount) } end

local now = now_seconds()
local counters, missing, fields = {}, {}, {}
for index = 1, tonumber(ARGV[5]) do
  local field = ARGV[3 + index * 3]
  local counter = read_counter(KEYS[3], field, now)
  if counter then counters[index] = counter else missing[#missing + 1] = field end
  fields[index] = field
end
if #missing > 0 then return { 'load', unpack(missing) } end

for index, counter in ipairs(counters) do
  local limit, rule = tonumber(ARGV[4 + index * 3]), ARGV[5 + index * 3]
  local used = counter.spent
  if rule == 'reserved' then used = used + counter.reserved end
  if used >= limit then
    return { 'limit', index, whole(counter.spent), whole(counter.reserved), whole(now) }
  end
end

local wallet = redis.call('HMGET', KEYS[1], 'held', 'credit')
local available = tonumber(posted) + tonumber(wallet[2] or '0') - tonumber(wallet[1] or '0')
local amount = math.min(tonumber(ARGV[2]), available)
if amount < tonumber(ARGV[3]) then return { 'funds', whole(available) } end

write_hold(KEYS[2], ARGV[1], {
  state = 'o', amount = amount, instance = ARGV[4], opened = whole(now * 1000),
  fields = table.concat(fields, ',') })
redis.call('HINCRBY', KEYS[1], 'held', whole(amount))
for index, counter in ipairs(counters) do
  counter.reserved = counter.reserved + amount
  write_counter(KEYS[3], fields[index], counter)
end
return { 'ok', whole(amount) }
`;
