import { createHash } from 'node:crypto';
import { Command, type Redis } from 'ioredis';
import { WriteBatches } from '@tollgate/speed';
import { ClusterRedis } from './cluster-redis';

export type RedisScript = (
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>;

const asText = { replyEncoding: 'utf8' } as const;

/** All scripts of a client share its connection and therefore its batches. */
const batchesByClient = new WeakMap<Redis, WriteBatches>();

function getBatches(redis: Redis): WriteBatches {
  let batches = batchesByClient.get(redis);
  if (batches === undefined) {
    batches = new WriteBatches();
    batchesByClient.set(redis, batches);
  }
  return batches;
}

type Send = (command: Command) => Promise<unknown>;

function makeSend(redis: Redis): Send {
  const batches = getBatches(redis);
  return (command) =>
    batches.run(redis.stream, () => {
      redis.sendCommand(command);
      return command.promise as Promise<unknown>;
    });
}

/** Each server has its connection and therefore its batches. */
function makeClusterSend(cluster: ClusterRedis): Send {
  const sends = new WeakMap<Redis, Send>();
  return (command) => {
    const server = cluster.findServer(command);
    if (server?.status !== 'ready') return cluster.sendCommand(command) as Promise<unknown>;
    cluster.followAnswer(command);
    let send = sends.get(server);
    if (send === undefined) {
      send = makeSend(server);
      sends.set(server, send);
    }
    return send(command);
  };
}

/** Runs EVALSHA, and EVAL with the whole text when a restarted Redis does not have the script. */
export function defineScript(redis: Redis, text: string): RedisScript {
  const sha = createHash('sha1').update(text).digest('hex');
  const send = redis instanceof ClusterRedis ? makeClusterSend(redis) : makeSend(redis);
  return async (keys, values) => {
    try {
      return await send(new Command('evalsha', [sha, keys.length, ...keys, ...values], asText));
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, keys.length, ...keys, ...values);
    }
  };
}
