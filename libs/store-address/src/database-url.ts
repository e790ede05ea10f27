/** Scheme and credentials, hosts, and the rest. `new URL` refuses more than one host. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/;

const placeholderHost = 'hosts';

/** One URL for each host of `postgres://user@host1:5432,host2:5432/name`. */
export function splitDatabaseHosts(url: string): readonly string[] {
  const [, start = '', hosts = '', rest = ''] = parts.exec(url) ?? [];
  if (!hosts.includes(',')) return [url];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

/** Changes a URL that may have several hosts, which stay as they are. */
export function changeDatabaseUrl(text: string, change: (url: URL) => void): string {
  const [, start = '', hosts = '', rest = ''] = parts.exec(text) ?? [];
  const url = new URL(`${start}${placeholderHost}${rest}`);
  change(url);
  const [, changedStart = '', , changedRest = ''] = parts.exec(url.href) ?? [];
  return `${changedStart}${hosts}${changedRest}`;
}

/** `host1:5432,host2:5432`, for messages. */
export function describeDatabaseHosts(url: string): string {
  return parts.exec(url)?.[2] ?? '';
}
