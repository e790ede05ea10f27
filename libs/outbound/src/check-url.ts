import { lookup } from 'node:dns/promises';
import { isPublicUrl } from './public-url';
import { isForbiddenLiteral } from './guarded-lookup';
import type { OutboundRules } from './outbound-rules';

/**
 * What is wrong with an address that a tenant wants us to call, for the tenant; undefined: nothing.
 * A name that cannot be resolved now is no fault: every connect looks again.
 */
export async function findUrlFault(
  text: string,
  rules: OutboundRules,
  resolve: (host: string) => Promise<readonly string[]> = resolveAll,
): Promise<string | undefined> {
  const url = URL.parse(text);
  if (url === null) return 'is not a URL';
  if (url.protocol !== 'https:' && !(rules.allowsHttp && url.protocol === 'http:')) {
    return 'must be an https URL';
  }
  if (url.username !== '' || url.password !== '') return 'must not carry credentials';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isForbiddenLiteral(host, rules)) return 'must be a public address';
  const addresses = await resolve(host).catch((): readonly string[] => []);
  const isLocalName = addresses.length === 0 && !isPublicUrl(text);
  if (isLocalName || !addresses.every((address) => rules.allowsAddress(address))) {
    return 'must be a public address';
  }
  return undefined;
}

async function resolveAll(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
