import { shareOfFree } from './judge';

/** A lease pays for no new calls after this long; limits and balance are judged again. */
export const leaseMs = 1_000;
/** By then a relay that is running has given back what its lease did not use. */
const leaseEndMs = 1_500;
/** So long no lease is granted to a wallet after one of its calls was refused. */
export const leasePauseMs = 5_000;

const leasedField = 'leased:';

const nowMsLua = `
  local time = redis.call('TIME')
  local now_ms = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
`;

/**
 * The part of an admission that makes its hold a lease. A wallet notes for every relay until when
 * its leases may hold more than calls need (leased:<instance>), and until when it gets no lease
 * (unleased).
 */
export const grantLeaseLua = `${nowMsLua}
  local unleased = tonumber(redis.call('HGET', KEYS[1], 'unleased') or '0')
  local available = tonumber(wallet[1]) + tonumber(wallet[3] or '0') - tonumber(wallet[2] or '0')
  if now_ms >= unleased and math.min(free, available) / ${shareOfFree} >= ceiling then
    id, kind, amount = ARGV[6], 'lease', ceiling
    redis.call('HSET', KEYS[1], '${leasedField}' .. ARGV[4], whole(now_ms + ${leaseEndMs}))
  end
`;

/**
 * Grants the wallet no lease for a while. KEYS wallet, holds, counters   ARGV instance
 * ->   milliseconds until the leases of this instance have ended, and of others
 */
export const pauseLeasesLua = `${nowMsLua}
if redis.call('EXISTS', KEYS[1]) == 0 then return { 0, 0 } end
redis.call('HSET', KEYS[1], 'unleased', whole(now_ms + ${leasePauseMs}))
local own, others = 0, 0
local all = redis.call('HGETALL', KEYS[1])
for index = 1, #all, 2 do
  local field = all[index]
  if string.sub(field, 1, ${leasedField.length}) == '${leasedField}' then
    local rest = tonumber(all[index + 1]) - now_ms
    if rest <= 0 then redis.call('HDEL', KEYS[1], field)
    elseif field == '${leasedField}' .. ARGV[1] then own = rest
    else others = math.max(others, rest) end
  end
end
return { own, others }
`;
