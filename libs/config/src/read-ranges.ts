import { isIP } from 'node:net';
import { quote, type EnvReader } from './env-reader';

const ipv4Bits = 32;
const ipv6Bits = 128;

/** A comma list of address ranges: `address/prefix`, or an address alone. */
export function readRanges(env: EnvReader, name: string, about: string): readonly string[] {
  const ranges = env.list(name, { about });
  for (const range of ranges) {
    if (isRange(range)) continue;
    env.faults.push(
      `${name} must be a comma list of address ranges such as 10.0.0.0/8 or fd00::/8, ` +
        `not ${quote(range)}`,
    );
  }
  return ranges;
}

function isRange(text: string): boolean {
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return false;
  return prefix === undefined || Number(prefix) <= (version === 4 ? ipv4Bits : ipv6Bits);
}
