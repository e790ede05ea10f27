import { createHash } from 'node:crypto';
import { Command, type Redis } from 'ioredis';
import { WriteBatches } from '@tollgate/speed';

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

/** Runs EVALSHA, and EVAL with the whole text when a restarted Redis does not have the script. */
export function defineScript(redis: Redis, text: string): RedisScript {
  const sha = createHash('sha1').update(text).digest('hex');
  const batches = getBatches(redis);
  return async (keys, values) => {
    try {
      return await batches.run(redis.stream, () => {
        const command = new Command('evalsha', [sha, keys.length, ...keys, ...values], asText);
        redis.sendCommand(command);
        return command.promise as Promise<unknown>;
      });
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, keys.length, ...keys, ...values);
    }
  };
}
