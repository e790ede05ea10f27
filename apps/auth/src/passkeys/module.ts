import type { Handlers } from '@tollgate/http';
import type { SessionCookie } from '@tollgate/identity';
import type { Redis } from '@tollgate/redis';
import type { AuthConfig } from '../config';
import { checkOwnPasswordUseCase } from '../passwords/change-password';
import type { PasswordHasher } from '../passwords/ports';
import type { ModulePorts } from '../shared/module-ports';
import type { AttemptLimits } from '../sign-in/ports';
import { logInByPasskeyUseCase } from './log-in-by-passkey';
import { managePasskeysUseCase } from './manage-passkeys';
import { manageRecoveryCodesUseCase } from './manage-recovery-codes';
import type { passkeyOperations } from './passkeys.operations';
import { createPasskeyHandlers } from './passkeys.route';
import { createRedisChallenges } from './redis-challenges';
import { getSite } from './web-authn';
import { createRelyingParty } from './web-authn-client';

export interface PasskeysOptions extends ModulePorts {
  readonly config: Pick<AuthConfig, 'serviceSlug' | 'siteUrl'>;
  readonly redis: Redis;
  readonly cookie: SessionCookie;
  readonly limits: AttemptLimits;
  readonly passwords: PasswordHasher;
}

/** Passkeys and recovery codes: sign-in without a password. */
export function createPasskeysModule(options: PasskeysOptions): {
  readonly handlers: Handlers<typeof passkeyOperations>;
} {
  const { config, redis } = options;
  const ports = {
    ...options,
    challenges: createRedisChallenges(redis),
    relyingParty: createRelyingParty(getSite(config.siteUrl), config.serviceSlug),
    checkOwnPassword: checkOwnPasswordUseCase(options),
  };
  return {
    handlers: createPasskeyHandlers({
      cookie: options.cookie,
      passkeys: managePasskeysUseCase(ports),
      recoveryCodes: manageRecoveryCodesUseCase(ports),
      logInByPasskey: logInByPasskeyUseCase(ports),
    }),
  };
}
