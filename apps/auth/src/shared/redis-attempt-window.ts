import { createHash } from 'node:crypto';
import { AppError } from '@tollgate/errors';
import { defineScript, type Redis } from '@tollgate/redis';

/** So many attempts of one subject in a time that begins with the first of them. */
export interface AttemptWindow {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
}

/** How long to wait; undefined: the attempt was counted and may go on. */
export type TakeAttempt = (window: AttemptWindow, subject: string) => Promise<number | undefined>;

// Counting and judging are one step: of any number of parallel attempts only `max` get through.
const takeLua = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

export function createTakeAttempt(redis: Redis): TakeAttempt {
  const script = defineScript(redis, takeLua);
  return async (window, subject) => {
    const key = makeAttemptKey(window, subject);
    const reply = await script([key], [window.seconds * 1_000]).catch(refuseWithoutRedis);
    const [count, restMs] = reply as [number, number];
    return count <= window.max ? undefined : toWaitSeconds(restMs);
  };
}

export function toWaitSeconds(restMs: number): number {
  return Math.max(1, Math.ceil(restMs / 1_000));
}

/** Only digests of mail addresses go to Redis. */
export function makeAttemptKey({ name }: Pick<AttemptWindow, 'name'>, subject: string): string {
  const digest = createHash('sha256').update(subject).digest('base64url');
  return `tollgate:auth:attempts:${name}:${digest}`;
}

/** Guessing without a count would be guessing without a limit. */
export function refuseWithoutRedis(cause: unknown): never {
  throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
}
