import { AppError } from '@tollgate/errors';
import { getAddressBlock } from '@tollgate/identity';
import { defineScript, type Redis } from '@tollgate/redis';
import {
  createTakeAttempt,
  makeAttemptKey,
  refuseWithoutRedis,
  type AttemptWindow,
} from '../shared/redis-attempt-window';
import type { AttemptLimits } from './ports';

export interface AttemptLimitSettings {
  readonly redis: Redis;
  readonly signUpsPerIpHour: number;
  readonly logInsPerIp15Min: number;
}

const quarterHourSeconds = 15 * 60;
const hourSeconds = 60 * 60;

// Only wrong passwords stay in the counts that follow: see giveBackLogIn.
/** From one address for one account: it locks the pair, and not the owner at another address. */
const pairFailures = { name: 'login-pair', max: 10, seconds: quarterHourSeconds };
/** For one account: more than the pair allows, so that it takes many addresses to get there. */
const accountFailures = { name: 'login-account', max: 30, seconds: quarterHourSeconds };
const ownFailures = { name: 'password-user', max: 10, seconds: quarterHourSeconds };
const resends = { name: 'resend-email', max: 3, seconds: hourSeconds };

// Never below zero, and never a key without an end.
const giveBackLua = `
if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end
return 0`;

export function createAttemptLimits(settings: AttemptLimitSettings): AttemptLimits {
  const { redis } = settings;
  const takeAttempt = createTakeAttempt(redis);
  const giveBackScript = defineScript(redis, giveBackLua);
  const perIp = (name: string): AttemptWindow => ({
    name,
    max: settings.logInsPerIp15Min,
    seconds: quarterHourSeconds,
  });
  const signUps = { name: 'signup-ip', max: settings.signUpsPerIpHour, seconds: hourSeconds };

  async function take(window: AttemptWindow, subject: string): Promise<void> {
    const retryAfterSeconds = await takeAttempt(window, subject);
    if (retryAfterSeconds === undefined) return;
    throw new AppError('rate_limited', {
      message: `Too many attempts. Please try again in ${retryAfterSeconds}s.`,
      retryAfterSeconds,
    });
  }

  async function giveBack(window: AttemptWindow, subject: string): Promise<void> {
    await giveBackScript([makeAttemptKey(window, subject)], []).catch(refuseWithoutRedis);
  }

  async function isWithin(window: AttemptWindow, subject: string): Promise<boolean> {
    return (await takeAttempt(window, subject)) === undefined;
  }

  return {
    takeSignUp: (clientIp) => take(signUps, getAddressBlock(clientIp)),
    takeForgottenPassword: (clientIp) => take(perIp('forgot-ip'), getAddressBlock(clientIp)),
    takeResend: async (clientIp, email) =>
      (await isWithin(perIp('resend-ip'), getAddressBlock(clientIp))) &&
      (await isWithin(resends, email)),
    takeLogIn: async (clientIp, email) => {
      await take(perIp('login-ip'), getAddressBlock(clientIp));
      await take(pairFailures, makePair(clientIp, email));
      return { isUnderAttack: !(await isWithin(accountFailures, email)) };
    },
    takePasskey: (step, clientIp) =>
      take(perIp(step === 'begin' ? 'passkey-ip' : 'login-ip'), getAddressBlock(clientIp)),
    takeLogInCode: async (clientIp, email) => {
      const count = await redis
        .get(makeAttemptKey(accountFailures, email))
        .catch(refuseWithoutRedis);
      const isFree = await isWithin(perIp('login-code-ip'), getAddressBlock(clientIp));
      return isFree && Number(count ?? 0) > accountFailures.max;
    },
    takePasswordCheck: async (clientIp, userId) => {
      await take(perIp('login-ip'), getAddressBlock(clientIp));
      await take(ownFailures, userId);
    },
    giveBackLogIn: async (clientIp, email) => {
      await giveBack(pairFailures, makePair(clientIp, email));
      await giveBack(accountFailures, email);
    },
    giveBackPasswordCheck: (userId) => giveBack(ownFailures, userId),
  };
}

function makePair(clientIp: string, email: string): string {
  return `${getAddressBlock(clientIp)} ${email}`;
}
