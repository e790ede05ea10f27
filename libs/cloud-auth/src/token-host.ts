import { CredentialsError } from './credentials-error';

/**
 * Credentials are sent only to a host of the cloud itself, or to the host of the base URL, which
 * has its own check. Raises CredentialsError.
 */
export function assertTokenHost(
  field: string,
  url: string,
  { baseUrl, hosts }: { readonly baseUrl: string; readonly hosts: readonly string[] },
): void {
  if (URL.canParse(url)) {
    const { hash, host, password, protocol, username } = new URL(url);
    const isPlain = username === '' && password === '' && hash === '';
    if (isPlain && protocol === 'https:' && hosts.includes(host)) return;
    if (isPlain && URL.canParse(baseUrl) && new URL(baseUrl).origin === new URL(url).origin) return;
  }
  throw new CredentialsError(`${field} must be on ${hosts.join(', ')} or the host of the base URL`);
}
