import { Command, type Redis } from 'ioredis';
import { ClusterRedis } from './cluster-redis';

/** All servers that have keys: the one, or the masters of a cluster. */
export function listServers(redis: Redis): readonly Redis[] {
  return redis instanceof ClusterRedis ? redis.servers : [redis];
}

/** The server that has the key, for commands that must go there together. */
export function getServer(redis: Redis, key: string): Redis {
  if (!(redis instanceof ClusterRedis)) return redis;
  const server = redis.findServer(new Command('get', [key]));
  if (server === undefined) throw new Error('No server of the Redis Cluster is known for the key');
  return server;
}

/** The first slot of every master; undefined: this is no cluster. */
export function listFirstSlots(redis: Redis): readonly number[] | undefined {
  if (!(redis instanceof ClusterRedis)) return undefined;
  return redis.masters.flatMap(({ ranges: [range] }) => (range === undefined ? [] : [range[0]]));
}

const tagsBySlot = new Map<number, string>();

/** The first whole number whose text lies in the slot, to be used as the hash tag of a key. */
export function findTag(slot: number): string {
  let tag = tagsBySlot.get(slot);
  if (tag !== undefined) return tag;
  let number = 0;
  do tag = String(number++);
  while (new Command('get', [tag]).getSlot() !== slot);
  tagsBySlot.set(slot, tag);
  return tag;
}
