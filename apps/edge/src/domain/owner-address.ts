/** Where a service that owns routes is. */
export type OwnerAddress =
  | { readonly kind: 'local' }
  | { readonly kind: 'one'; readonly url: string }
  /** Several instances. */
  | { readonly kind: 'list'; readonly urls: readonly string[] }
  /** One name that DNS resolves to the addresses of all instances. */
  | { readonly kind: 'name'; readonly url: string };

const dnsScheme = 'dns+';
const localScheme = 'local:';

const url = String.raw`https?:\/\/[^/\s,]+`;
/** The forms that {@link parseOwnerAddress} reads. */
export const ownerAddressPattern = new RegExp(
  `^(?:${localScheme}[a-z]+|${dnsScheme.replace('+', String.raw`\+`)}${url}|${url}(?:,${url})*)$`,
);

export function isLocal(address: string): boolean {
  return address.startsWith(localScheme);
}

export function parseOwnerAddress(address: string): OwnerAddress {
  if (isLocal(address)) return { kind: 'local' };
  if (address.startsWith(dnsScheme)) return { kind: 'name', url: address.slice(dnsScheme.length) };
  const urls = [...new Set(address.split(','))];
  const [first = '', ...others] = urls;
  return others.length === 0 ? { kind: 'one', url: first } : { kind: 'list', urls };
}

/** All URLs that an address names; none for a service of this process. */
export function listUrls(address: string): readonly string[] {
  const parsed = parseOwnerAddress(address);
  if (parsed.kind === 'local') return [];
  return parsed.kind === 'list' ? parsed.urls : [parsed.url];
}
