import type { Redis } from '@tollgate/redis';
import { getInstanceWalletsKey, instancesKey } from './keys';

/** The heartbeat interval of a relay. */
export const beatIntervalMs = 5_000;
/** An instance without a heartbeat for this long counts as gone; its open holds are released. */
export const silenceMsMax = 30_000;

const beatLua = `
local time = redis.call('TIME')
return redis.call('ZADD', KEYS[1], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
`;
const listSilentLua = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
return redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ARGV[1]), 'LIMIT', 0, 100)
`;

/** Which relay instances live, and where each may have left open holds. */
export class InstanceRegistry {
  readonly #redis: Redis;

  constructor(redis: Redis) {
    this.#redis = redis;
  }

  /** Whether the instance was not on record: new, or given up after a silence. */
  async beat(instance: string): Promise<boolean> {
    return Number(await this.#redis.eval(beatLua, 1, instancesKey, instance)) === 1;
  }

  /** Living ones, and silent ones that have not been given up yet. */
  async listKnown(): Promise<string[]> {
    return this.#redis.zrange(instancesKey, '0', '-1');
  }

  async listSilent(): Promise<string[]> {
    return (await this.#redis.eval(listSilentLua, 1, instancesKey, silenceMsMax)) as string[];
  }

  /** Must be on record before the first hold: a crash right after it must find the wallet here. */
  async noteWallet(instance: string, walletId: string): Promise<void> {
    await this.#redis.sadd(getInstanceWalletsKey(instance), walletId);
  }

  async listWallets(instance: string): Promise<string[]> {
    return this.#redis.smembers(getInstanceWalletsKey(instance));
  }

  async forgetWallet(instance: string, walletId: string): Promise<void> {
    await this.#redis.srem(getInstanceWalletsKey(instance), walletId);
  }

  async forgetInstance(instance: string): Promise<void> {
    await this.#redis.zrem(instancesKey, instance);
  }
}
