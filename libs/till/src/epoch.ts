import { randomUUID } from 'node:crypto';
import type { Redis } from '@tollgate/redis';
import { epochKey } from './keys';

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

const openLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local value = redis.call('GET', KEYS[1])
if not value then
  value = ARGV[1] .. '|' .. string.format('%.0f', now)
  redis.call('SET', KEYS[1], value)
end
local id, created = string.match(value, '^([^|]+)|(%d+)$')
return { id, string.format('%.0f', now - created) }
`;

/** The epoch of this Redis; the first caller gives an emptied one a new id. */
export async function openEpoch(redis: Redis): Promise<Epoch> {
  const [id, ageMs] = (await redis.eval(openLua, 1, epochKey, randomUUID())) as [string, string];
  return { id, ageMs: Number(ageMs) };
}
