import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@tollgate/errors';
import type { Logger } from '@tollgate/observability';
import type { CallKeys, Claim, KeyedCall } from './call-keys';

type Keys = Pick<CallKeys, 'claim' | 'giveUp'>;

const retryAfterSeconds = 1;
const giveUpTries = 5;
const giveUpPauseMs = 1_000;

/** Raises overloaded when Redis does not answer: without its reply the call must not run. */
export async function claimKey(call: KeyedCall, keys: Keys, logger: Logger): Promise<Claim> {
  try {
    return await keys.claim(call);
  } catch (cause) {
    void giveUp(call, keys, logger);
    throw new AppError('overloaded', { retryAfterSeconds, cause });
  }
}

/** A command without a reply may still run: nothing else would ever end the claim. */
async function giveUp(call: KeyedCall, keys: Keys, logger: Logger): Promise<void> {
  for (let tries = 1; tries <= giveUpTries; tries++) {
    try {
      await keys.giveUp(call);
      return;
    } catch (error) {
      logger.warn('idempotency key not given up', { generation: call.ulid, tries, error });
      await sleep(giveUpPauseMs);
    }
  }
}
