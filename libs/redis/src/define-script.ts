import { createHash } from 'node:crypto';
import { Command, type Redis } from 'ioredis';

export type RedisScript = (
  keys: readonly string[],
  values: readonly (string | number)[],
) => Promise<unknown>;

const asText = { replyEncoding: 'utf8' } as const;

interface Line {
  /** Scripts without an answer yet. */
  underWay: number;
  /** The connection whose writes are held back until the turn ends. */
  corked: Redis['stream'] | undefined;
}

const lines = new WeakMap<Redis, Line>();

/**
 * Gathering the scripts of a turn into one write saves work under load, but makes a lone caller
 * wait for the turn to end. So the first goes out at once, and only those behind it gather. The
 * automatic pipelines of ioredis would do the same, but what they leave behind outlives the
 * collection of young garbage, and takes everything of its call along: a third of all memory.
 */
async function runGathered(redis: Redis, run: () => Promise<unknown>): Promise<unknown> {
  const line = getLine(redis);
  if (line.underWay > 0) gather(redis, line);
  line.underWay += 1;
  try {
    return await run();
  } finally {
    line.underWay -= 1;
  }
}

function getLine(redis: Redis): Line {
  let line = lines.get(redis);
  if (line === undefined) {
    line = { underWay: 0, corked: undefined };
    lines.set(redis, line);
  }
  return line;
}

function gather({ stream }: Redis, line: Line): void {
  if (line.corked === stream) return;
  line.corked = stream;
  stream.cork();
  setImmediate(() => {
    if (line.corked === stream) line.corked = undefined;
    stream.uncork();
  });
}

/** EVALSHA with the text as a fallback: a restarted Redis has forgotten its scripts. */
export function defineScript(redis: Redis, text: string): RedisScript {
  const sha = createHash('sha1').update(text).digest('hex');
  return async (keys, values) => {
    try {
      return await runGathered(redis, () => {
        const command = new Command('evalsha', [sha, keys.length, ...keys, ...values], asText);
        redis.sendCommand(command);
        return command.promise;
      });
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return redis.eval(text, keys.length, ...keys, ...values);
    }
  };
}
