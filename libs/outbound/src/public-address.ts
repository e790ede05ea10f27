import { BlockList, isIP } from 'node:net';

/** Everything in IPv4 that is not global unicast, by the IANA registries. */
const privateRanges = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Inside of 2000::/3, which is all of IPv6 that is global. */
const specialRanges = [
  ['2001::', 23],
  ['2001:db8::', 32],
  // 6to4 carries an IPv4 address, which may be any.
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const notPublic = new BlockList();
const global = new BlockList();
for (const [address, prefix] of privateRanges) notPublic.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of specialRanges) notPublic.addSubnet(address, prefix, 'ipv6');
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is reachable from the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
    default:
      return false;
  }
}
