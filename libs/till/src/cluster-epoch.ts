import { randomUUID } from 'node:crypto';
import { defineScript, findTag, type Redis } from '@tollgate/redis';
import { getMasterEpochKeys, walletKeysGlob } from './keys';
import { scanStep, stripWalletsLua } from './scripts/strip-wallets';

export interface Epoch {
  readonly id: string;
  readonly ageMs: number;
}

/**
 * Names the time of a server with its slots. It ends with the process and when the server gains or
 * loses slots: their wallets may have come without their last writes, or not at all. The server is
 * asked for its slots, because clients learn of a change at different times.
 *
 * KEYS birth   ARGV id of a new time, first slot as the client knows it   ->   id
 */
const birthLua = `
local own = string.match(redis.call('CLUSTER', 'NODES'), '[^\\n]* myself,[^\\n]*')
local place, slots = 0, {}
for word in string.gmatch(own, '%S+') do
  place = place + 1
  if place > 8 and string.match(word, '^%d') then slots[#slots + 1] = word end
end
if not slots[1] or string.match(slots[1], '^%d+') ~= ARGV[2] then
  return redis.error_reply('TRYAGAIN the slots of this server have changed')
end
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
local server = run .. ' ' .. table.concat(slots, ' ')
local id, known = string.match(redis.call('GET', KEYS[1]) or '', '^([^|]+)|(.*)$')
if known == server then return id end
redis.call('SET', KEYS[1], ARGV[1] .. '|' .. server)
return ARGV[1]
`;

/**
 * KEYS epoch, births   ARGV id of a new epoch, glob, count of a scan, births of all masters
 * ->   id, age in ms
 */
const openLua = `${stripWalletsLua}
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local value = redis.call('GET', KEYS[1])
if not value or redis.call('GET', KEYS[2]) ~= ARGV[4] then
  strip_wallets(ARGV[2], ARGV[3])
  value = ARGV[1] .. '|' .. string.format('%.0f', now)
  redis.call('SET', KEYS[1], value)
  redis.call('SET', KEYS[2], ARGV[4])
end
local id, created = string.match(value, '^([^|]+)|(%d+)$')
return { id, string.format('%.0f', now - created) }
`;

/**
 * The epoch of a till on Redis Cluster. A master that is another one than before, or has other
 * slots, begins a new epoch on all of them: relays then register all their holds, which must not
 * meet wallets that stay loaded. A charge that is posted meanwhile would be held there for ever.
 */
export async function openClusterEpoch(redis: Redis, slots: readonly number[]): Promise<Epoch> {
  if (slots.length === 0) throw new Error('No server of the Redis Cluster is known');
  const [readBirth, open] = [defineScript(redis, birthLua), defineScript(redis, openLua)];
  const keys = slots.map((slot) => getMasterEpochKeys(findTag(slot)));
  const births = await Promise.all(
    keys.map(({ birth }, index) => readBirth([birth], [randomUUID(), slots[index] ?? 0])),
  );
  const values = [randomUUID(), walletKeysGlob, scanStep, births.join(' ')];
  const replies = await Promise.all(keys.map(({ epoch, server }) => open([epoch, server], values)));
  const epochs = replies as readonly (readonly [string, string])[];
  return {
    id: epochs.map(([id]) => id).join(' '),
    ageMs: Math.min(...epochs.map(([, ageMs]) => Number(ageMs))),
  };
}
