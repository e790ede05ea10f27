import { isIP, isIPv6 } from 'node:net';

const mappedPrefix = '::ffff:';
const hexPair = /^([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** One spelling per address: lower case, and IPv4 wherever it is IPv4. Undefined: no address. */
export function normalizeIp(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = text.trim().toLowerCase();
  if (isIP(address) === 0 || address.includes('%')) return undefined;
  return isIPv6(address) && address.startsWith(mappedPrefix)
    ? (unmap(address.slice(mappedPrefix.length)) ?? address)
    : address;
}

/** The rest of `::ffff:1.2.3.4` or `::ffff:102:304`. */
function unmap(rest: string): string | undefined {
  if (rest.includes('.')) return rest;
  const [, high, low] = hexPair.exec(rest) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bits = (Number.parseInt(high, 16) << 16) | Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** IPv4 as one unsigned number. */
export function toIpv4Number(address: string): number {
  return address.split('.').reduce((bits, part) => bits * 256 + Number(part), 0);
}
