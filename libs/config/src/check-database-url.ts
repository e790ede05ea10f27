import { splitDatabaseHosts } from '@tollgate/store-address';
import { checkPassword, readCredentials } from './check-password';
import { quote, type EnvReader } from './env-reader';

/** With several hosts these mean the same to us: connect to the one that accepts writes. */
const sessionAttributes = ['read-write', 'primary'];

const databaseUrlForm = 'postgres://role:password@host:port/database';
/** Without a host, the server is on this machine. */
const withoutHost = /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)(?=[/?]|$)/;
const encryptedModes = ['require', 'verify-ca', 'verify-full', 'no-verify'];
const plainModes = ['disable', 'allow', 'prefer'];

export function checkDatabaseUrl(env: EnvReader, name: string, text: string): void {
  if (text === '') {
    // What is required and missing is reported already; the reference lists what is read.
    env.plaintext(name, [], '');
    return;
  }
  const urls = splitDatabaseHosts(text.replace(withoutHost, '$1localhost')).map((each) =>
    URL.parse(each),
  );
  const [first] = urls;
  if (!/^postgres(ql)?:\/\//.test(text) || (urls.length === 1 && first == null)) {
    env.faults.push(`${name} must be ${databaseUrlForm}, not ${quote(text)}`);
    return;
  }
  if (urls.length > 1) checkHosts(env, name, text, urls);
  const hosts = urls.flatMap((url) => (url === null ? [] : listHosts(url)));
  const mode = first?.searchParams.get('sslmode') ?? 'disable';
  checkMode(env, name, mode);
  env.plaintext(name, encryptedModes.includes(mode) ? [] : hosts, 'add ?sslmode=verify-full');
  // A client certificate stands for a password.
  if (first == null || first.searchParams.has('sslcert')) return;
  checkPassword(env, name, { hosts, ...readCredentials(first) });
}

/** The driver prefers `?host=` to the host of the URL. None for a socket of this machine. */
function listHosts({ hostname, searchParams }: URL): readonly string[] {
  const host = searchParams.get('host') || hostname.replace(/^%2f/i, '/');
  return host.startsWith('/') ? [] : [host];
}

function checkMode(env: EnvReader, name: string, mode: string): void {
  const modes = [...plainModes, ...encryptedModes];
  if (modes.includes(mode)) return;
  env.faults.push(
    `${name} must have sslmode=verify-full or another of ${modes.join(', ')}, not ${quote(mode)}`,
  );
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
