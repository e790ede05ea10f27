import { AppError } from '@tollgate/errors';
import { getAddressBlock } from '@tollgate/identity';
import { defineScript, type Redis } from '@tollgate/redis';
import type { AttemptLimits } from '../use-cases/ports';
import {
  createTakeAttempt,
  makeAttemptKey,
  refuseWithoutRedis,
  type AttemptWindow,
} from './attempt-window';

export interface AttemptLimitSettings {
  readonly redis: Redis;
  readonly signUpsPerIpHour: number;
  readonly logInsPerIp15Min: number;
}

/** Only wrong passwords count here: see giveBackLogIn. */
const failedLogInsPerEmail15Min = 10;
const quarterHourSeconds = 15 * 60;
const hourSeconds = 60 * 60;
const resendsPerEmailHour = 3;

// Never below zero, and never a key without an end.
const giveBackLua = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 0`;

export function createAttemptLimits(settings: AttemptLimitSettings): AttemptLimits {
  const takeAttempt = createTakeAttempt(settings.redis);
  const giveBackScript = defineScript(settings.redis, giveBackLua);
  const signUps = { name: 'signup-ip', max: settings.signUpsPerIpHour, seconds: hourSeconds };
  const logIns = {
    name: 'login-ip',
    max: settings.logInsPerIp15Min,
    seconds: quarterHourSeconds,
  };
  const forgottenPasswords = { ...logIns, name: 'forgot-ip' };
  const resendsByIp = { ...logIns, name: 'resend-ip' };
  const resends = { name: 'resend-email', max: resendsPerEmailHour, seconds: hourSeconds };
  const failures = {
    name: 'login-email',
    max: failedLogInsPerEmail15Min,
    seconds: quarterHourSeconds,
  };

  async function take(window: AttemptWindow, subject: string): Promise<void> {
    const retryAfterSeconds = await takeAttempt(window, subject);
    if (retryAfterSeconds === undefined) return;
    throw new AppError('rate_limited', {
      message: `Too many attempts. Please try again in ${retryAfterSeconds}s.`,
      retryAfterSeconds,
    });
  }

  return {
    takeSignUp: (clientIp) => take(signUps, getAddressBlock(clientIp)),
    takeForgottenPassword: (clientIp) => take(forgottenPasswords, getAddressBlock(clientIp)),
    takeResend: async (clientIp, email) =>
      (await takeAttempt(resendsByIp, getAddressBlock(clientIp))) === undefined &&
      (await takeAttempt(resends, email)) === undefined,
    takeLogIn: async (clientIp, email) => {
      await take(logIns, getAddressBlock(clientIp));
      await take(failures, email);
    },
    giveBackLogIn: async (email) => {
      await giveBackScript([makeAttemptKey(failures, email)], []).catch(refuseWithoutRedis);
    },
  };
}
