import { AppError } from '@tollgate/errors';
import { openSession } from '../sessions/manage-sessions';
import type { AccountDatabase, Clock, Secrets } from '../shared/ports';
import type { LogInInput, SignedIn } from '../sign-in/log-in';
import type { AttemptLimits } from '../sign-in/ports';
import { makePasskeyError, type Passkey } from './passkey';
import type { ChallengeStore, RelyingParty } from './ports';
import { readChallenge, type CeremonyOptions, type PasskeyAssertion } from './web-authn';

export interface LogInByPasskey {
  begin(clientIp: string): Promise<CeremonyOptions>;
  /** `unauthenticated` is the same for every fault; account_suspended. */
  finish(
    input: Pick<LogInInput, 'clientIp' | 'userAgent'> & { readonly answer: PasskeyAssertion },
  ): Promise<SignedIn>;
}

interface LogInByPasskeyPorts {
  readonly database: AccountDatabase;
  readonly challenges: ChallengeStore;
  readonly relyingParty: RelyingParty;
  readonly limits: Pick<AttemptLimits, 'takePasskey'>;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

/** The authenticator finds the account, so that no answer reveals which accounts exist. */
export function logInByPasskeyUseCase(ports: LogInByPasskeyPorts): LogInByPasskey {
  const { challenges, database, relyingParty } = ports;

  /** The challenge is used up before anything else is judged. */
  async function verify(
    answer: PasskeyAssertion,
  ): Promise<{ readonly passkey: Passkey; readonly counter: number }> {
    const challenge = readChallenge(answer.response.clientDataJSON);
    const purpose = challenge === undefined ? undefined : await challenges.take(challenge);
    if (challenge === undefined || purpose?.kind !== 'sign-in') throw makePasskeyError();
    const passkey = await database.passkeys.findByCredential(answer.id);
    if (!passkey || !isOwner(passkey, answer)) throw makePasskeyError();
    try {
      return { passkey, counter: await relyingParty.verifySignIn(answer, challenge, passkey) };
    } catch (cause) {
      throw makePasskeyError(cause);
    }
  }

  return {
    async begin(clientIp) {
      await ports.limits.takePasskey('begin', clientIp);
      const options = await relyingParty.makeSignInOptions();
      await challenges.put(options.challenge, { kind: 'sign-in' });
      return options;
    },

    async finish({ answer, clientIp: ip, userAgent }) {
      await ports.limits.takePasskey('finish', ip);
      const { counter, passkey } = await verify(answer);
      return database.withTransaction(async ({ passkeys, sessions, users }) => {
        const found = await users.lockForSignIn(passkey.userId);
        if (!found || found.user.deletedAt !== null) throw makePasskeyError();
        const { user } = found;
        if (user.suspension !== null) throw new AppError('account_suspended');
        // Again, with a lock: it may have been deleted, or used by a copy, since it was read.
        const isUsable = await passkeys.recordUse(passkey.id, counter, ports.clock.now());
        if (!isUsable) throw makePasskeyError();
        const origin = { userId: user.id, ip, userAgent };
        return { user, sessionToken: await openSession(ports, sessions, origin) };
      });
    },
  };
}

function isOwner(passkey: Passkey, { response }: PasskeyAssertion): boolean {
  const { userHandle } = response;
  if (userHandle === undefined || userHandle === null) return true;
  return Buffer.from(userHandle, 'base64url').toString('utf8') === passkey.userId;
}
