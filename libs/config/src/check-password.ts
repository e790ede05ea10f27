import { isGuessable, isLoopback, type EnvReader } from './env-reader';

const lengthMin = 8;
const usual = /^(?:admin|guest|kafka|postgres|redis|root|tollgate|qwerty|123456)/i;

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
    env.developmentOnly(name, true, 'has no password for another machine');
    return;
  }
  const isWeak =
    password.length < lengthMin ||
    password === user ||
    usual.test(password) ||
    isGuessable(password);
  env.developmentOnly(name, isWeak, 'has a password that is easy to guess');
}
