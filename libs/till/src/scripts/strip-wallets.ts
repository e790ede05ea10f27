/** Keys that a step of the scan looks at. */
export const scanStep = 1_000;

/**
 * Removes what a server that lost the last writes may have wrong. Open holds are registered again
 * by their relays and balances, counters and booked holds are loaded from the book. Final holds
 * stay: their charges may be published and not posted, and no relay has them any more. Loading
 * removes those that are posted.
 */
export const stripWalletsLua = `
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
