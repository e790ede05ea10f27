import { BlockList, isIP } from 'node:net';
import { isPublicAddress } from './public-address';

/** What operators accept beyond the public internet, for upstreams in their own house. */
export interface OutboundSettings {
  /** `address/prefix`, or an address alone. */
  readonly allowCidrs: readonly string[];
  /** For provider keys of organizations; what calls back and media stay https. */
  readonly allowsHttp: boolean;
}

/** Which addresses a tenant may make us connect to. */
export interface OutboundRules {
  readonly allowsAddress: (address: string) => boolean;
  readonly allowsHttp: boolean;
}

const mappedPrefix = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;

/** Raises RangeError for a range that cannot be read. */
export function makeOutboundRules({ allowCidrs, allowsHttp }: OutboundSettings): OutboundRules {
  const allowed = new BlockList();
  for (const cidr of allowCidrs) addRange(allowed, cidr);
  return {
    allowsHttp,
    allowsAddress: (given) => {
      // A name that resolves to a mapped address means the address inside.
      const address = given.replace(mappedPrefix, '');
      const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
      return isPublicAddress(address) || (isIP(address) !== 0 && allowed.check(address, family));
    },
  };
}

function addRange(list: BlockList, cidr: string): void {
  const [address = '', prefix, ...rest] = cidr.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) throw new RangeError(`not an address range: ${cidr}`);
  const bits = prefix === undefined ? (version === 4 ? 32 : 128) : Number(prefix);
  if (!Number.isInteger(bits) || bits < 0 || bits > (version === 4 ? 32 : 128)) {
    throw new RangeError(`not an address range: ${cidr}`);
  }
  list.addSubnet(address, bits, version === 4 ? 'ipv4' : 'ipv6');
}
