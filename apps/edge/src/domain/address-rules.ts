import { isIPv4 } from 'node:net';
import { toIpv4Number } from './ip-address';

/** Whether an address may use the key; '' is an address that could not be found out. */
export type AddressRules = (clientIp: string) => boolean;

interface Range {
  readonly mask: number;
  readonly network: number;
}

const allowAll: AddressRules = () => true;

/**
 * Compiles the allow-list of a key: IPv4 with an optional mask, IPv6 by its exact text. An empty
 * list allows everybody; any other list refuses an unknown address.
 */
export function compileAddressRules(entries: readonly string[]): AddressRules {
  if (entries.length === 0) return allowAll;
  const texts = new Set(entries.filter((entry) => entry.includes(':')));
  const ranges = entries.filter((entry) => !entry.includes(':')).map(parseRange);
  return (clientIp) => {
    if (texts.has(clientIp)) return true;
    if (!isIPv4(clientIp)) return false;
    const address = toIpv4Number(clientIp);
    return ranges.some(({ mask, network }) => (address & mask) >>> 0 === network);
  };
}

function parseRange(entry: string): Range {
  const [address = '', bits = '32'] = entry.split('/');
  // A shift by 32 is a shift by 0 in JavaScript, so /0 needs its own case.
  const mask = Number(bits) === 0 ? 0 : (0xffffffff << (32 - Number(bits))) >>> 0;
  return { mask, network: (toIpv4Number(address) & mask) >>> 0 };
}
