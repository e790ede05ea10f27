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

/** Parsers disagree about these: the client might connect elsewhere than was checked. */
const ambiguous = /[\\\s\p{Cc}]/u;

/** An http or https URL that every parser reads the same; otherwise undefined. */
export function parseHttpUrl(text: string): URL | undefined {
  if (ambiguous.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined;
  return readHost(url) === '' ? undefined : url;
}

function readHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/**
 * Whether an address could be on the public internet, by what is written in it. Names are not
 * resolved: the connection does that. URL itself reads every spelling of an IPv4 address.
 */
export function isPublicUrl(text: string): boolean {
  const url = parseHttpUrl(text);
  if (url === undefined) return false;
  const host = readHost(url);
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !localNames.has(host) && !host.endsWith('.localhost');
}
