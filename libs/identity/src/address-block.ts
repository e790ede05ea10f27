const groupsTotal = 8;
const groupsOfNetwork = 4;

/**
 * The unit of rate limits: an IPv4 address, or the /64 of an IPv6 address, because one host
 * usually has all addresses of a /64.
 */
export function getAddressBlock(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const left = splitGroups(head);
  const right = splitGroups(tail ?? '');
  // IPv4 at the end is two groups in one.
  const count = left.length + right.length + (address.includes('.') ? 1 : 0);
  const groups = [...left, ...Array<string>(Math.max(0, groupsTotal - count)).fill('0'), ...right];
  const network = groups.slice(0, groupsOfNetwork).map((group) => group.replace(/^0+(?=.)/, ''));
  return `${network.join(':')}::/64`;
}

function splitGroups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
