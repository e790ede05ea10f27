import { exhaustedSeconds } from './admit';
import { judgeLua } from './judge';

/**
 * What an admission would answer now, without reserving anything.
 *
 * ARGV as admission
 * ->   [what admission would answer, [spent, reserved of each limit…], now]
 */
export const previewLua = `${judgeLua}
local now = now_seconds()
local wallet = redis.call('HMGET', KEYS[1], 'posted', 'held', 'credit', 'exhausted')
if not wallet[1] then return { { 'load' }, {}, whole(now) } end
local refusal, counters, _, free = judge_limits(7, now, 0)
if refusal and refusal[1] == 'load' then return { refusal, {}, whole(now) } end
local figures = {}
for index = 1, tonumber(ARGV[7]) do
  local counter = read_counter(KEYS[3], ARGV[5 + index * 3], now)
  figures[#figures + 1] = whole(counter.spent)
  figures[#figures + 1] = whole(counter.reserved)
end
if refusal then return { refusal, figures, whole(now) } end
local wanted, floor = tonumber(ARGV[2]), tonumber(ARGV[3])
if wallet[4] and now - tonumber(wallet[4]) < ${exhaustedSeconds} then floor = wanted end
local amount
amount, refusal = judge_funds(wallet, wanted, floor, tonumber(ARGV[5]), free)
return { refusal or { 'ok', whole(amount) }, figures, whole(now) }
`;
