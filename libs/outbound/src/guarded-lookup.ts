import { lookup as resolveName, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { OutboundRules } from './outbound-rules';

/** The address is not one that a tenant may make us connect to. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';
  readonly code = 'ERR_FORBIDDEN_ADDRESS';
}

export type ResolveName = (
  host: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name and judges every address of it: one that is not allowed refuses them all. What it
 * answers is what is connected to: a name that changes between a check and its use gains nothing.
 */
export function makeGuardedLookup(
  rules: OutboundRules,
  resolve: ResolveName = resolveName,
): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        const cause = error ?? new Error(`${host} has no address`);
        done(cause, '');
        return;
      }
      if (!addresses.every(({ address }) => rules.allowsAddress(address))) {
        done(new ForbiddenAddressError('the name points to an address that is not allowed'), '');
        return;
      }
      if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

/** Addresses are connected to without being looked up, so they are judged on their own. */
export function isForbiddenLiteral(host: string, rules: OutboundRules): boolean {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) !== 0 && !rules.allowsAddress(bare);
}
