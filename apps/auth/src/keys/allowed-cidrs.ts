import { isIPv4, isIPv6 } from 'node:net';

export const allowedCidrsMax = 100;
const prefixPattern = /^(?:\d|[12]\d|3[0-2])$/;

/** An IPv4 address with an optional mask, or an IPv6 address without one; undefined otherwise. */
export function parseCidr(text: string): string | undefined {
  const slash = text.indexOf('/');
  if (slash >= 0) {
    const isRange = isIPv4(text.slice(0, slash)) && prefixPattern.test(text.slice(slash + 1));
    return isRange ? text : undefined;
  }
  if (isIPv4(text)) return text;
  // A zone (fe80::1%eth0) names an interface of the client's machine, which we cannot see.
  return isIPv6(text) && !text.includes('%') ? text.toLowerCase() : undefined;
}
