import { randomUUID } from 'node:crypto';
import type { Redis } from '@tollgate/redis';
import { epochKey, epochServerKey, walletKeysGlob } from './keys';

/**
 * A new epoch waits this long before wallets are loaded, so that every relay has seen it and has
 * registered its holds again. Relays check twice a second.
 */
export const epochGraceMs = 2_000;
export const epochPollMs = 500;

export interface Epoch {
  readonly id: string;
  readonly ageMs: number;
}

/**
 * Removes what a server that lost the last writes may have wrong. Open holds are registered again
 * by their relays and balances, counters and booked holds are loaded from the book. Final holds
 * stay: their charges may be published and not posted, and no relay has them any more. Loading
 * removes those that are posted.
 */
const keepFinalsLua = `
local function keep_finals(holds_key)
  local held = 0
  local all = redis.call('HGETALL', holds_key)
  for index = 1, #all, 2 do
    local state, amount = string.match(all[index + 1], '^(%a)%d*|(%d+)|')
    if state == 'f' then held = held + tonumber(amount)
    else redis.call('HDEL', holds_key, all[index]) end
  end
  return held
end

local function strip_wallets(glob, step)
  local holds_keys, cursor = {}, '0'
  repeat
    local page = redis.call('SCAN', cursor, 'MATCH', glob, 'COUNT', step)
    cursor = page[1]
    for _, key in ipairs(page[2]) do
      if string.match(key, ':holds$') then holds_keys[key] = true
      elseif string.match(key, ':wallet$') or string.match(key, ':counters$') then
        redis.call('UNLINK', key)
      end
    end
  until cursor == '0'
  for key in pairs(holds_keys) do
    local held = keep_finals(key)
    if held > 0 then
      local wallet_key = string.gsub(key, ':holds$', ':wallet')
      redis.call('HSET', wallet_key, 'held', string.format('%.0f', held))
    end
  end
end
`;

/**
 * KEYS epoch, server   ARGV id of a new epoch, glob of the wallets' keys, count of a scan
 * ->   id, age in ms
 */
const openLua = `${keepFinalsLua}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
-- Where INFO is refused, only an emptied Redis is noticed.
local info = redis.pcall('INFO', 'server')
local server = type(info) == 'string' and string.match(info, 'run_id:(%w+)') or ''
local value = redis.call('GET', KEYS[1])
local known = redis.call('GET', KEYS[2])
if value and known and server ~= '' and known ~= server then
  strip_wallets(ARGV[2], ARGV[3])
  value = false
end
if not value then
  value = ARGV[1] .. '|' .. string.format('%.0f', now)
  redis.call('SET', KEYS[1], value)
end
if server ~= '' and known ~= server then redis.call('SET', KEYS[2], server) end
local id, created = string.match(value, '^([^|]+)|(%d+)$')
return { id, string.format('%.0f', now - created) }
`;

const scanStep = 1_000;

/**
 * The epoch of this Redis. The first caller opens a new one on a Redis that was emptied, and on one
 * that continues with the data of another process: a promoted replica, or a restart from disk. The
 * last writes may be missing there.
 */
export async function openEpoch(redis: Redis): Promise<Epoch> {
  const keys = [epochKey, epochServerKey];
  const values = [randomUUID(), walletKeysGlob, scanStep];
  const reply = await redis.eval(openLua, keys.length, ...keys, ...values);
  const [id, ageMs] = reply as [string, string];
  return { id, ageMs: Number(ageMs) };
}
