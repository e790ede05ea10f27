/** A call without an output limit holds this part of what is free; a lease holds no more. */
export const shareOfFree = 10;

/**
 * The checks before every reservation, shared by admission and extension.
 *
 * judge_limits reads n at ARGV[position], then n times: field, limit, rule. `own` is what the hold
 * itself has reserved: a hold that grows is judged as if it requested the whole amount. Its fourth
 * result is the smallest amount that any of the limits leaves free.
 */
export const judgeLua = `
local function has_field(fields, field)
  return string.find(',' .. fields .. ',', ',' .. field .. ',', 1, true) ~= nil
end

local function judge_limits(position, now, own, own_fields)
  local counters, fields, missing, reached, free = {}, {}, nil, nil, math.huge
  for index = 1, tonumber(ARGV[position]) do
    local at = position - 2 + index * 3
    local field = ARGV[at]
    fields[index] = field
    local counter = read_counter(KEYS[3], field, now)
    if not counter then
      missing = missing or { 'load' }
      missing[#missing + 1] = field
    else
      counters[index] = counter
      local used = counter.spent
      if ARGV[at + 2] == 'reserved' then
        used = used + counter.reserved
        if own > 0 and has_field(own_fields, field) then used = used - own end
      end
      local left = tonumber(ARGV[at + 1]) - used
      if left < free then free = left end
      if left <= 0 then
        reached = reached or { 'limit', whole(now) }
        reached[#reached + 1] = index
        reached[#reached + 1] = whole(counter.spent)
        reached[#reached + 1] = whole(counter.reserved)
      end
    end
  end
  return missing or reached, counters, fields, free
end

-- wallet: posted, held, credit. The amount that can be had, or nil and the refusal. With a ceiling
-- above the wanted amount, a tenth of what is free is taken, between the two.
local function judge_funds(wallet, wanted, floor, ceiling, free)
  local credit = tonumber(wallet[3] or '0')
  local available = tonumber(wallet[1]) + credit - tonumber(wallet[2] or '0')
  if ceiling and ceiling > wanted then
    local share = math.floor(math.min(free, available) / ${shareOfFree})
    wanted = math.max(wanted, math.min(share, ceiling))
  end
  local amount = math.min(wanted, available)
  if amount >= floor then return amount end
  return nil, { 'funds', whole(available), whole(credit), whole(floor) }
end
`;
