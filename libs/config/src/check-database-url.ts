import { splitDatabaseHosts } from '@tollgate/store-address';
import { quote, type EnvReader } from './env-reader';

/** With several hosts these mean the same to us: connect to the one that accepts writes. */
const sessionAttributes = ['read-write', 'primary'];

export function checkDatabaseUrl(env: EnvReader, name: string, text: string): void {
  const urls = splitDatabaseHosts(text).map((each) => URL.parse(each));
  if (urls.length > 1) checkHosts(env, name, text, urls);
  const isEncrypted = /^(require|verify-ca|verify-full)$/.test(
    urls[0]?.searchParams.get('sslmode') ?? '',
  );
  const hosts = isEncrypted ? [] : urls.flatMap((url) => (url === null ? [] : [url.hostname]));
  env.plaintext(name, hosts, 'add ?sslmode=verify-full');
}

function checkHosts(
  env: EnvReader,
  name: string,
  text: string,
  urls: readonly (URL | null)[],
): void {
  const position = urls.findIndex((url) => url === null || url.hostname === '');
  if (position >= 0) {
    env.faults.push(
      `${name} must name its hosts as host:port,host:port, not ${quote(text)}: number ` +
        `${position + 1} is neither host nor host:port`,
    );
    return;
  }
  const attributes = urls[0]?.searchParams.get('target_session_attrs');
  if (attributes == null || sessionAttributes.includes(attributes)) return;
  env.faults.push(
    `${name} must have target_session_attrs=${sessionAttributes.join(' or ')} with several ` +
      `hosts, not ${JSON.stringify(attributes)}`,
  );
}
