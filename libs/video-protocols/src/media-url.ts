import { isPublicUrl, parseHttpUrl } from '@tollgate/outbound';

const urlCharactersMax = 8_000;
const callbackPorts = new Set(['', '443', '8443']);

/** Whether a provider may fetch it. Names are not resolved: the provider's network does that. */
export function isMediaUrl(text: string): boolean {
  return readHttpsUrl(text) !== undefined && isPublicUrl(text);
}

/**
 * Whether it has the form of an address that the gateway may call. Whether its host may be called
 * is decided by the outbound rules of the service that calls it.
 */
export function isCallbackUrl(text: string): boolean {
  const url = readHttpsUrl(text);
  return url !== undefined && callbackPorts.has(url.port);
}

function readHttpsUrl(text: string): URL | undefined {
  const url = text.length > urlCharactersMax ? undefined : parseHttpUrl(text);
  if (url === undefined) return undefined;
  const hasCredentials = url.username !== '' || url.password !== '';
  return url.protocol === 'https:' && !hasCredentials ? url : undefined;
}
