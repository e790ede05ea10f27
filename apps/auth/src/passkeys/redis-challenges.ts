import { createHash } from 'node:crypto';
import type { Redis } from '@tollgate/redis';
import { z } from 'zod';
import { refuseWithoutRedis } from '../shared/redis-attempt-window';
import type { ChallengePurpose, ChallengeStore } from './ports';

const lifeSeconds = 5 * 60;

const purposeSchema = z.union([
  z.object({ kind: z.literal('register'), userId: z.string() }),
  z.object({ kind: z.literal('sign-in') }),
]);

export function createRedisChallenges(redis: Redis): ChallengeStore {
  return {
    async put(challenge, purpose) {
      const value = JSON.stringify(purpose);
      await redis.set(makeKey(challenge), value, 'EX', lifeSeconds).catch(refuseWithoutRedis);
    },

    async take(challenge): Promise<ChallengePurpose | undefined> {
      const value = await redis.getdel(makeKey(challenge)).catch(refuseWithoutRedis);
      return value === null ? undefined : purposeSchema.parse(JSON.parse(value));
    },
  };
}

function makeKey(challenge: string): string {
  const digest = createHash('sha256').update(challenge).digest('base64url');
  return `tollgate:auth:passkey-challenge:${digest}`;
}
