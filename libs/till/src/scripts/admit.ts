import { judgeLua } from './judge';
import { grantLeaseLua } from './lease';
import { openHoldLua } from './prelude';

/** A wallet with a stream that ran out of credit reserves in full for so long. */
export const exhaustedSeconds = 600;

/**
 * The one atomic step that lets a call spend money. All limits of all scopes and the balance are
 * judged together, and the hold is written in the same step: no two calls can both take the last
 * cent. Repeating it with the same hold id changes nothing, because a command that timed out may
 * still have run.
 *
 * With a lease id, a hold of the size of the ceiling is placed for many calls of this caller, under
 * that id, if a tenth of what is free covers it. If not, the call gets its own hold as usual.
 *
 * KEYS wallet, holds, counters
 * ARGV holdId, amount, floor, instance, ceiling, leaseId or '', n, n times: field, limit, rule
 * ->   ['ok', amount] | ['lease', amount] | ['load', field…] | ['funds', available, credit, floor]
 *      | ['limit', now, then: index, spent, reserved…]
 */
export const admitLua = `${judgeLua}
local wallet = redis.call('HMGET', KEYS[1], 'posted', 'held', 'credit', 'exhausted')
if not wallet[1] then return { 'load' } end

-- Looked for last: hardly any call is repeated.
local function unless_admitted(refusal)
  local existing = redis.call('HGET', KEYS[2], ARGV[1])
  if existing then return { 'ok', whole(read_hold(existing).amount) } end
  local lease = ARGV[6] ~= '' and redis.call('HGET', KEYS[2], ARGV[6])
  if lease then return { 'lease', whole(read_hold(lease).amount) } end
  return refusal
end

local wants_lease = ARGV[6] ~= ''
local repeated = wants_lease and unless_admitted()
if repeated then return repeated end
local now = now_seconds()
local refusal, counters, fields, free = judge_limits(7, now, 0)
if refusal then return unless_admitted(refusal) end
local wanted, floor = tonumber(ARGV[2]), tonumber(ARGV[3])
if wallet[4] and now - tonumber(wallet[4]) < ${exhaustedSeconds} then floor = wanted end
local ceiling = tonumber(ARGV[5])
local amount
amount, refusal = judge_funds(wallet, wanted, floor, wants_lease and wanted or ceiling, free)
if refusal then return unless_admitted(refusal) end

local id, kind = ARGV[1], 'ok'
if wants_lease then ${grantLeaseLua} end
local total = amount == wanted and ARGV[2] or whole(amount)
local hold = hold_text('o', total, ARGV[4], now .. '000', table.concat(fields, ','))
if redis.call('HSETNX', KEYS[2], id, hold) == 0 then return unless_admitted() end
redis.call('HINCRBY', KEYS[1], 'held', total)
for index, counter in ipairs(counters) do
  counter.reserved = counter.reserved + amount
  write_counter(KEYS[3], fields[index], counter)
end
return { kind, total }
`;

/**
 * Raises an open hold through the same checks. The step of the hold separates a repeated command
 * from a further extension. A hold that is gone (swept when its relay was silent) is written again
 * first: its call is still running and will be charged.
 *
 * ARGV holdId, step, amount, floor, instance, held so far, fields, n, n times: field, limit, rule
 * ->   as admission; 'ok' carries the new total
 */
export const extendLua = `${judgeLua}${openHoldLua}
local posted = redis.call('HGET', KEYS[1], 'posted')
if not posted then return { 'load' } end
local now = now_seconds()
local raw = redis.call('HGET', KEYS[2], ARGV[1])
if not raw then
  open_hold(ARGV[1], tonumber(ARGV[6]), ARGV[5], ARGV[7], now)
  raw = redis.call('HGET', KEYS[2], ARGV[1])
end
local hold = read_hold(raw)
local step = tonumber(ARGV[2])
if hold.state ~= 'o' or hold.step >= step then return { 'ok', whole(hold.amount) } end

local refusal = judge_limits(8, now, hold.amount, hold.fields)
if refusal then return refusal end
local wallet = redis.call('HMGET', KEYS[1], 'posted', 'held', 'credit')
local amount
amount, refusal = judge_funds(wallet, tonumber(ARGV[3]), tonumber(ARGV[4]))
if refusal then return refusal end

local total = whole(hold.amount + amount)
redis.call('HSET', KEYS[2], ARGV[1],
  hold_text('o' .. step, total, hold.instance, hold.opened, hold.fields))
redis.call('HINCRBY', KEYS[1], 'held', whole(amount))
move_counters(KEYS[3], hold.fields, now, 0, amount)
return { 'ok', total }
`;

/** A stream ran out of credit: from now on the whole worst case must be covered, for a while. */
export const markExhaustedLua = `
redis.call('HSET', KEYS[1], 'exhausted', redis.call('TIME')[1])
return 1
`;
