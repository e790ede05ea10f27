/**
 * Whether two URLs have the same scheme, host and port, so that a key for one is not sent to
 * another host by calling the other. False for an invalid URL.
 */
export function isSameOrigin(first: string, second: string): boolean {
  const origin = readOrigin(first);
  return origin !== undefined && origin === readOrigin(second);
}

function readOrigin(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { host, protocol } = new URL(address);
  return `${protocol}//${host}`;
}
