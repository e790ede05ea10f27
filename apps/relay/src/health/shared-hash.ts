import type { Redis } from '@tollgate/redis';
import type { ZodType } from 'zod';

/** Entries that relays share in a Redis hash. */
export interface SharedHash<Entry> {
  /** Queued until the next exchange: no call waits for Redis. */
  set(field: string, entry: Entry): void;
  /** Writes new entries and reads those of all relays. */
  exchange(): Promise<void>;
}

export interface SharedHashOptions<Entry> {
  readonly redis: Redis;
  readonly key: string;
  /** Time to live of the hash after the last write. */
  readonly memorySeconds: number;
  readonly schema: ZodType<Entry>;
  /** Whether an entry is outdated and can be deleted. */
  readonly isOld: (entry: Entry) => boolean;
  readonly onEntry: (field: string, entry: Entry) => void;
}

export function createSharedHash<Entry>(options: SharedHashOptions<Entry>): SharedHash<Entry> {
  const { onEntry, isOld, key, memorySeconds, redis, schema } = options;
  const unwritten = new Map<string, Entry>();

  const write = async (): Promise<void> => {
    if (unwritten.size === 0) return;
    const entries = [...unwritten];
    await redis.hset(key, ...entries.flatMap(([field, entry]) => [field, JSON.stringify(entry)]));
    await redis.expire(key, memorySeconds);
    // Entries that changed in the meantime are written next time.
    for (const [field, entry] of entries)
      if (unwritten.get(field) === entry) unwritten.delete(field);
  };
  const read = async (): Promise<void> => {
    for (const [field, text] of Object.entries(await redis.hgetall(key))) {
      const entry = schema.safeParse(parseJson(text));
      if (!entry.success || isOld(entry.data)) await redis.hdel(key, field);
      else onEntry(field, entry.data);
    }
  };
  return {
    set: (field, entry) => void unwritten.set(field, entry),
    exchange: async () => {
      await write();
      await read();
    },
  };
}

/** Undefined: not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
