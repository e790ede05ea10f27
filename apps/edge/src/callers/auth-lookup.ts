import type { AuthClient } from '@tollgate/clients';
import type { ResolvedCaller } from '@tollgate/identity';
import { compileAddressRules } from '../domain/address-rules';
import type { Caller } from '../domain/caller';
import type { LookUpCaller } from '../use-cases/ports';

/** Finds the caller behind an API key. */
export function createKeyLookup(auth: AuthClient): LookUpCaller {
  return async (keyHash, requestId) => {
    const found = await auth.authenticateKey(keyHash, requestId);
    return found !== undefined && 'reason' in found ? found : compile(found);
  };
}

/** Finds the caller behind a session cookie. */
export function createSessionLookup(auth: AuthClient): LookUpCaller {
  return async (tokenHash, requestId) =>
    compile(await auth.authenticateSession(tokenHash, requestId));
}

function compile(resolved: ResolvedCaller | undefined): Caller | undefined {
  if (resolved === undefined) return undefined;
  const { allowedCidrs, ...caller } = resolved;
  return { ...caller, isAllowedFrom: compileAddressRules(allowedCidrs) };
}
