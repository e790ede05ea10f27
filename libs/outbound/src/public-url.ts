import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

const localNames = new Set([
  'localhost',
  'localhost.localdomain',
  'localhost6',
  'localhost6.localdomain6',
  'ip6-localhost',
  'ip6-loopback',
]);

/** Parsers differ about what these mean: whoever fetches might go elsewhere than was judged. */
const ambiguous = /[\\\s\p{Cc}]/u;

/**
 * Whether an address could be on the public internet, by what is written in it. Names are not
 * resolved: that is for who connects. URL itself reads every spelling of an IPv4 address.
 */
export function isPublicUrl(text: string): boolean {
  if (ambiguous.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
  if (host === '') return false;
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !localNames.has(host) && !host.endsWith('.localhost');
}
