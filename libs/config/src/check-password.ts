import { hasFewCharacters, isLoopback, type EnvReader } from './env-reader';

const lengthMin = 8;
const names = 'admin|guest|kafka|postgres|redis|root|tollgate|qwerty|123456';
const placeholders = 'change.?me|default|example|password|placeholder|secret';
/** Nothing but such words, and a few digits or signs behind them. */
const usual = new RegExp(`^(?:(?:${names}|${placeholders})[-_. ]?)+[\\d\\W_]{0,4}$`, 'i');
/** A random password of this length is hard to guess even with such a word in it. */
const shortMax = 23;
const placeholder = new RegExp(`\\b(?:${placeholders})\\b`, 'i');

export interface StorePassword {
  readonly hosts: readonly string[];
  readonly user: string;
  readonly password: string;
}

/** A store on another machine needs a password that is hard to guess, except in development. */
export function checkPassword(env: EnvReader, name: string, given: StorePassword): void {
  const { hosts, password, user } = given;
  if (hosts.every(isLoopback)) return;
  if (password === '') {
    env.developmentOnly(name, true, 'has no password although the server is on another machine');
    return;
  }
  const isWeak =
    password.length < lengthMin ||
    password === user ||
    usual.test(password) ||
    hasFewCharacters(password) ||
    (password.length <= shortMax && placeholder.test(password));
  env.developmentOnly(name, isWeak, 'has a password that is easy to guess');
}

/** User and password as the driver reads them; what is malformed stays as it is written. */
export function readCredentials(url: URL): Pick<StorePassword, 'user' | 'password'> {
  return { user: decode(url.username), password: decode(url.password) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
