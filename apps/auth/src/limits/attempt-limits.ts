import { createHash } from 'node:crypto';
import { AppError } from '@tollgate/errors';
import { getAddressBlock } from '@tollgate/identity';
import { defineScript, type Redis } from '@tollgate/redis';
import type { AttemptLimits } from '../use-cases/ports';

export interface AttemptLimitSettings {
  readonly redis: Redis;
  readonly signUpsPerIpHour: number;
  readonly logInsPerIp15Min: number;
}

interface Window {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
}

/** Only wrong passwords count here: see giveBackLogIn. */
const failedLogInsPerEmail15Min = 10;
const quarterHourSeconds = 15 * 60;
const hourSeconds = 60 * 60;

// Counting and judging are one step: of any number of parallel attempts only `max` get through.
const takeLua = `
local count = redis.call('INCR', KEYS[1])
if count == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) end
return {count, redis.call('PTTL', KEYS[1])}`;

// Never below zero, and never a key without an end.
const giveBackLua = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 0`;

export function createAttemptLimits(settings: AttemptLimitSettings): AttemptLimits {
  const takeScript = defineScript(settings.redis, takeLua);
  const giveBackScript = defineScript(settings.redis, giveBackLua);
  const signUps = { name: 'signup-ip', max: settings.signUpsPerIpHour, seconds: hourSeconds };
  const logIns = {
    name: 'login-ip',
    max: settings.logInsPerIp15Min,
    seconds: quarterHourSeconds,
  };
  const forgottenPasswords = { ...logIns, name: 'forgot-ip' };
  const failures = {
    name: 'login-email',
    max: failedLogInsPerEmail15Min,
    seconds: quarterHourSeconds,
  };

  async function take(window: Window, subject: string): Promise<void> {
    const reply = await takeScript([makeKey(window, subject)], [window.seconds * 1_000]).catch(
      refuseWithoutRedis,
    );
    const [count, restMs] = reply as [number, number];
    if (count <= window.max) return;
    const retryAfterSeconds = Math.max(1, Math.ceil(restMs / 1_000));
    throw new AppError('rate_limited', {
      message: `Too many attempts. Please try again in ${retryAfterSeconds}s.`,
      retryAfterSeconds,
    });
  }

  return {
    takeSignUp: (clientIp) => take(signUps, getAddressBlock(clientIp)),
    takeForgottenPassword: (clientIp) => take(forgottenPasswords, getAddressBlock(clientIp)),
    takeLogIn: async (clientIp, email) => {
      await take(logIns, getAddressBlock(clientIp));
      await take(failures, email);
    },
    giveBackLogIn: async (email) => {
      await giveBackScript([makeKey(failures, email)], []).catch(refuseWithoutRedis);
    },
  };
}

/** Addresses of people stay out of Redis: their digest counts as well. */
function makeKey(window: Window, subject: string): string {
  const digest = createHash('sha256').update(subject).digest('base64url');
  return `tollgate:auth:attempts:${window.name}:${digest}`;
}

/** Guessing without a count would be guessing without a limit. */
function refuseWithoutRedis(cause: unknown): never {
  throw new AppError('overloaded', { retryAfterSeconds: 1, cause });
}
