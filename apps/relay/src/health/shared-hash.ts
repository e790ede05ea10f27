import type { Redis } from '@tollgate/redis';
import type { ZodType } from 'zod';

/** What relays tell each other about things that have a name. */
export interface SharedHash<Entry> {
  /** Kept until the next exchange; Redis is never waited for by a call. */
  tell(field: string, entry: Entry): void;
  /** Tells what is new and hears what all relays have told. */
  exchange(): Promise<void>;
}

export interface SharedHashOptions<Entry> {
  readonly redis: Redis;
  readonly key: string;
  /** Life of the whole after the last word. */
  readonly memorySeconds: number;
  readonly schema: ZodType<Entry>;
  /** Whether it says nothing any more, and may be forgotten. */
  readonly isOld: (entry: Entry) => boolean;
  readonly hear: (field: string, entry: Entry) => void;
}

export function createSharedHash<Entry>(options: SharedHashOptions<Entry>): SharedHash<Entry> {
  const { hear, isOld, key, memorySeconds, redis, schema } = options;
  const untold = new Map<string, Entry>();

  const tellAll = async (): Promise<void> => {
    if (untold.size === 0) return;
    const told = [...untold];
    await redis.hset(key, ...told.flatMap(([field, entry]) => [field, JSON.stringify(entry)]));
    await redis.expire(key, memorySeconds);
    // What came in the meantime is told next time.
    for (const [field, entry] of told) if (untold.get(field) === entry) untold.delete(field);
  };
  const hearAll = async (): Promise<void> => {
    for (const [field, text] of Object.entries(await redis.hgetall(key))) {
      const entry = schema.safeParse(parse(text));
      if (!entry.success || isOld(entry.data)) await redis.hdel(key, field);
      else hear(field, entry.data);
    }
  };
  return {
    tell: (field, entry) => void untold.set(field, entry),
    exchange: async () => {
      await tellAll();
      await hearAll();
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
