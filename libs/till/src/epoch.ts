import { randomUUID } from 'node:crypto';
import { defineScript, listFirstSlots, type Redis } from '@tollgate/redis';
import { openClusterEpoch, type Epoch } from './cluster-epoch';
import { epochKey, epochServerKey, walletKeysGlob } from './keys';
import { scanStep, stripWalletsLua } from './scripts/strip-wallets';

/**
 * A new epoch waits this long before wallets are loaded, so that every relay has seen it and has
 * registered its holds again. Relays check twice a second.
 */
export const epochGraceMs = 2_000;
export const epochPollMs = 500;

/**
 * KEYS epoch, server   ARGV id of a new epoch, glob of the wallets' keys, count of a scan
 * ->   id, age in ms
 */
const openLua = `${stripWalletsLua}
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

/**
 * The epoch of this Redis. The first caller opens a new one on a Redis that was emptied, and on one
 * that continues with the data of another process: a promoted replica, or a restart from disk. The
 * last writes may be missing there.
 */
export async function openEpoch(redis: Redis): Promise<Epoch> {
  const slots = listFirstSlots(redis);
  if (slots !== undefined) return openClusterEpoch(redis, slots);
  const values = [randomUUID(), walletKeysGlob, scanStep];
  const reply = await defineScript(redis, openLua)([epochKey, epochServerKey], values);
  const [id, ageMs] = reply as [string, string];
  return { id, ageMs: Number(ageMs) };
}
