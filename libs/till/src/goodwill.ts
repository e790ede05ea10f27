import type { Nanos } from '@tollgate/money';
import { defineScript, type Redis, type RedisScript } from '@tollgate/redis';
import { getGoodwillKey } from './keys';

/** What was used counts by quarter of an hour, so that a wallet keeps at most 97 figures. */
const bucketSeconds = 900;
const bucketsPerDay = 96;
/** What a wallet can have: a whole day and the quarter of an hour that has begun. */
export const goodwillBucketsMax = bucketsPerDay + 1;
/** An older allowance is loaded from the book again. */
const freshSeconds = 600;
const keySeconds = 2 * 24 * 3_600;

/** The allowance of a wallet in the till. */
export interface GoodwillState {
  readonly limitNanos: Nanos;
  readonly usedNanos: Nanos;
  /** When the oldest use stops counting; undefined: nothing is used. */
  readonly resetsAtMs: number | undefined;
}

export type GoodwillUse =
  { readonly kind: 'not-loaded' } | ({ readonly kind: 'covered' | 'exceeded' } & GoodwillState);

/** Sums what still counts and forgets the rest. */
const sumLua = `
local now = tonumber(redis.call('TIME')[1])
local current = math.floor(now / ${bucketSeconds})
local used, oldest = 0, nil
local all = redis.call('HGETALL', KEYS[1])
local limit, loaded
for index = 1, #all, 2 do
  local bucket = tonumber(all[index])
  if all[index] == 'limit' then limit = tonumber(all[index + 1])
  elseif all[index] == 'loaded' then loaded = tonumber(all[index + 1])
  elseif bucket and bucket < current - ${bucketsPerDay} then redis.call('HDEL', KEYS[1], all[index])
  elseif bucket then
    used = used + tonumber(all[index + 1])
    if not oldest or bucket < oldest then oldest = bucket end
  end
end
local function text(number) return string.format('%.0f', number) end
local function state(kind)
  return { kind, text(limit or 0), text(used), oldest and text(oldest) or '' }
end
`;

/**
 * KEYS goodwill   ARGV value, '1' when an allowance that is unknown or old must be loaded first
 * -> ['load'] | ['covered' or 'exceeded', limit, used, oldest bucket]
 */
const useLua = `${sumLua}
if ARGV[2] == '1' and (not loaded or now - loaded >= ${freshSeconds}) then return { 'load' } end
local value = tonumber(ARGV[1])
-- Without an allowance nothing can be judged: it is given, and counted.
if limit and used + value > limit then return state('exceeded') end
redis.call('HINCRBY', KEYS[1], text(current), ARGV[1])
redis.call('EXPIRE', KEYS[1], ${keySeconds})
used = used + value
oldest = oldest or current
return state('covered')
`;

const readLua = `${sumLua}
if not limit then return { 'load' } end
return state('covered')
`;

/**
 * The book may be behind the till, or the till may have lost uses: the larger counts.
 * KEYS goodwill   ARGV limit, then pairs: bucket, used
 */
const loadLua = `
redis.call('HSET', KEYS[1], 'limit', ARGV[1], 'loaded', redis.call('TIME')[1])
for index = 2, #ARGV, 2 do
  local known = tonumber(redis.call('HGET', KEYS[1], ARGV[index]) or '0')
  if tonumber(ARGV[index + 1]) > known then
    redis.call('HSET', KEYS[1], ARGV[index], ARGV[index + 1])
  end
end
return redis.call('EXPIRE', KEYS[1], ${keySeconds})
`;

/** The allowance for streams that end unbilled by their caller's doing, over a rolling day. */
export class Goodwill {
  readonly #use: RedisScript;
  readonly #read: RedisScript;
  readonly #load: RedisScript;

  constructor(redis: Redis) {
    this.#use = defineScript(redis, useLua);
    this.#read = defineScript(redis, readLua);
    this.#load = defineScript(redis, loadLua);
  }

  /** Checks and takes in one step: endings at the same moment cannot pass it together. */
  async use(
    walletId: string,
    valueNanos: Nanos,
    options: { readonly mustBeFresh: boolean },
  ): Promise<GoodwillUse> {
    const values = [String(valueNanos), options.mustBeFresh ? '1' : ''];
    return readReply((await this.#use([getGoodwillKey(walletId)], values)) as string[]);
  }

  /** Undefined: the till does not have the allowance. */
  async read(walletId: string): Promise<GoodwillState | undefined> {
    const reply = readReply((await this.#read([getGoodwillKey(walletId)], [])) as string[]);
    return reply.kind === 'not-loaded' ? undefined : reply;
  }

  async load(
    walletId: string,
    limitNanos: Nanos,
    used: readonly { readonly bucket: number; readonly nanos: Nanos }[],
  ): Promise<void> {
    const values = used.flatMap(({ bucket, nanos }) => [String(bucket), String(nanos)]);
    await this.#load([getGoodwillKey(walletId)], [String(limitNanos), ...values]);
  }
}

/** The quarter of an hour that a use at this time counts in. */
export function getGoodwillBucket(timeMs: number): number {
  return Math.floor(timeMs / 1_000 / bucketSeconds);
}

/** When a use in this quarter of an hour stops counting. */
export function getGoodwillResetMs(bucket: number): number {
  return (bucket + goodwillBucketsMax) * bucketSeconds * 1_000;
}

function readReply([kind, limit = '0', used = '0', oldest = '']: readonly string[]): GoodwillUse {
  if (kind !== 'covered' && kind !== 'exceeded') return { kind: 'not-loaded' };
  return {
    kind,
    limitNanos: BigInt(limit),
    usedNanos: BigInt(used),
    resetsAtMs: oldest === '' ? undefined : getGoodwillResetMs(Number(oldest)),
  };
}
