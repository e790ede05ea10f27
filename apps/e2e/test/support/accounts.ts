import { randomBytes } from 'node:crypto';
import { usdNumberToNanos, type Nanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import type { Gateway } from './gateway';
import { describeAnswer } from './read-log';
import { untilAvailable } from './until-available';

export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly cookie: string;
  readonly keyId: string;
  /** The secret of a standard key. */
  readonly key: string;
}

export interface AccountOptions {
  /** At least 10 for 200 calls a minute, 20 below. */
  readonly creditUsd?: number;
  readonly keySettings?: Readonly<Record<string, unknown>>;
  /** An operator confirms the address; true when it is left out. */
  readonly isVerified?: boolean;
}

/** Signs up, is verified and granted credit, and makes a standard key. */
export async function openAccount(
  gateway: Gateway,
  { creditUsd = 25, isVerified = true, keySettings = {} }: AccountOptions = {},
): Promise<Account> {
  const email = `user-${randomBytes(8).toString('hex')}@example.com`;
  const password = randomBytes(16).toString('base64url');
  const path = '/api/auth/signup';
  const signUp = await gateway.call(path, { body: { email, password, name: 'Ada' } });
  if (signUp.status !== 201) throw new Error(describeAnswer(gateway, path, signUp));
  const userId = signUp.json.user.id as string;
  const cookie = signUp.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  if (isVerified) {
    const body = { emailVerified: true };
    await gateway.operate(`/api/admin/users/${userId}`, { method: 'PATCH', body });
  }
  if (creditUsd !== 0) await grantCredit(gateway, userId, creditUsd);
  const { id, key } = await createKey(gateway, cookie, { name: 'test', ...keySettings });
  return { userId, email, password, cookie, keyId: id, key };
}

export function openAccounts(
  gateway: Gateway,
  count: number,
  options?: AccountOptions,
): Promise<Account[]> {
  return Promise.all(Array.from({ length: count }, () => openAccount(gateway, options)));
}

export async function grantCredit(
  gateway: Gateway,
  userId: string,
  amountUsd: number,
): Promise<void> {
  const body = { userId, amountUsd, reason: 'test' };
  await gateway.operate('/api/admin/credits/grants', { body });
}

export async function createKey(
  gateway: Gateway,
  cookie: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<{ readonly id: string; readonly key: string }> {
  const answer = await untilAvailable(
    () => gateway.call('/api/account/keys', { cookie, body: settings }),
    'a new key',
  );
  if (answer.status !== 201) throw new Error(`a key was refused: ${answer.text}`);
  return answer.json as { id: string; key: string };
}

/** GET /v1/credits in nano-dollars. */
export interface Credits {
  readonly credits: Nanos;
  readonly usage: Nanos;
  readonly reserved: Nanos;
  readonly available: Nanos;
}

export async function readCredits(gateway: Gateway, bearer: string): Promise<Credits> {
  const answer = await untilAvailable(() => gateway.call('/v1/credits', { bearer }), '/v1/credits');
  if (answer.status !== 200) throw new Error(`/v1/credits answered ${answer.status}`);
  const { total_credits, total_usage, reserved, available } = answer.json.data;
  return {
    credits: usdNumberToNanos(total_credits),
    usage: usdNumberToNanos(total_usage),
    reserved: usdNumberToNanos(reserved),
    available: usdNumberToNanos(available),
  };
}

/** The credits once nothing is reserved any more. */
export async function readSettledCredits(
  gateway: Gateway,
  bearer: string,
  timeoutMs = 10_000,
): Promise<Credits> {
  return waitUntil(
    async () => {
      const credits = await readCredits(gateway, bearer);
      return credits.reserved === 0n ? credits : undefined;
    },
    { timeoutMs, pollMs: 10, what: 'a wallet without holds' },
  );
}
