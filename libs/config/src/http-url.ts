import { quote, type EnvReader } from './env-reader';

export interface HttpUrlRule {
  /** A good value, for the message. */
  readonly example: string;
  readonly path: 'allowed' | 'refused';
  /** `named`: without TLS only this machine and PLAINTEXT_HOSTS are reached. */
  readonly plaintext: 'allowed' | 'named';
}

const withPath = /^https?:\/\/[^/\s]\S*$/;
const withoutPath = /^https?:\/\/[^/?#\s]+$/;

/** A fault of the setting when the value is no such URL, or is a host that needs TLS. */
export function checkHttpUrl(env: EnvReader, name: string, value: string, rule: HttpUrlRule): void {
  const pattern = rule.path === 'allowed' ? withPath : withoutPath;
  const url = pattern.test(value) ? URL.parse(value) : null;
  if (url === null) {
    const path = rule.path === 'allowed' ? '' : ' without a path';
    env.faults.push(
      `${name} must be an http or https URL${path}, such as ${rule.example}, not ${quote(value)}`,
    );
    return;
  }
  if (rule.plaintext === 'allowed') return;
  env.plaintext(name, url.protocol === 'http:' ? [url.hostname] : [], 'use https://');
}
