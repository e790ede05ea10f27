import { isPublicUrl } from '@tollgate/outbound';

const urlCharactersMax = 8_000;
const callbackPorts = new Set(['', '443', '8443']);

/** Whether a provider may be told to fetch it. Names are not resolved: it is the provider's net. */
export function isMediaUrl(text: string): boolean {
  return readHttpsUrl(text) !== undefined;
}

/** Whether the gateway may call it, as far as can be told without resolving its name. */
export function isCallbackUrl(text: string): boolean {
  const url = readHttpsUrl(text);
  return url !== undefined && callbackPorts.has(url.port);
}

function readHttpsUrl(text: string): URL | undefined {
  if (text.length > urlCharactersMax || !isPublicUrl(text)) return undefined;
  const url = new URL(text);
  const hasCredentials = url.username !== '' || url.password !== '';
  return url.protocol === 'https:' && !hasCredentials ? url : undefined;
}
