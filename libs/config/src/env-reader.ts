import { developmentSettings } from './development-settings';
import { Secret } from './secret';

export type Environment = Readonly<Record<string, string | undefined>>;

/** One variable as documented in `.env.example` and docs/reference/config.md. */
export interface VariableDoc {
  readonly name: string;
  readonly about: string;
  readonly kind: 'text' | 'number' | 'boolean' | 'choice' | 'secret';
  readonly fallback: string | undefined;
  readonly choices?: readonly string[];
}

interface TextOptions {
  readonly about: string;
  readonly fallback?: string;
  readonly pattern?: RegExp;
}

interface SecretOptions {
  readonly about: string;
  readonly lengthMin: number;
  readonly pattern?: RegExp;
  /** What is wrong with it, in words that do not contain it; undefined: nothing. */
  readonly findFault?: (value: string) => string | undefined;
}

interface NumberOptions {
  readonly about: string;
  readonly fallback?: number;
  readonly min: number;
  readonly max: number;
}

interface ChoiceOptions<T extends string> {
  readonly about: string;
  readonly fallback?: T;
  readonly choices: readonly T[];
}

/** Reads typed values and remembers every fault, so that all of them are reported at once. */
export class EnvReader {
  readonly faults: string[] = [];
  readonly variables: VariableDoc[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  text(name: string, options: TextOptions): string {
    this.#document({ name, about: options.about, kind: 'text', fallback: options.fallback });
    const value = this.#raw(name) ?? options.fallback;
    if (value === undefined) return this.#fault(name, 'is required', '');
    if (options.pattern && !options.pattern.test(value)) {
      return this.#fault(name, `must match ${options.pattern.source}, not ${quote(value)}`, '');
    }
    return value;
  }

  optionalText(name: string, options: { readonly about: string }): string | undefined {
    this.#document({ name, about: options.about, kind: 'text', fallback: '' });
    return this.#raw(name);
  }

  number(name: string, options: NumberOptions): number {
    const fallback = options.fallback?.toString();
    this.#document({ name, about: options.about, kind: 'number', fallback });
    const raw = this.#raw(name) ?? fallback;
    if (raw === undefined) return this.#fault(name, 'is required', 0);
    const value = Number(raw);
    if (!Number.isSafeInteger(value) || value < options.min || value > options.max) {
      const { max, min } = options;
      return this.#fault(
        name,
        `must be a whole number from ${min} to ${max}, not ${quote(raw)}`,
        0,
      );
    }
    return value;
  }

  boolean(name: string, options: { readonly about: string; readonly fallback: boolean }): boolean {
    this.#document({
      name,
      about: options.about,
      kind: 'boolean',
      fallback: options.fallback ? '1' : '0',
    });
    const raw = this.#raw(name);
    if (raw === undefined) return options.fallback;
    if (raw === '1' || raw === 'true') return true;
    if (raw === '0' || raw === 'false') return false;
    return this.#fault(name, `must be 1, 0, true or false, not ${quote(raw)}`, false);
  }

  choice<T extends string>(name: string, options: ChoiceOptions<T>): T {
    const { about, choices, fallback } = options;
    this.#document({ name, about, kind: 'choice', fallback, choices });
    const raw = this.#raw(name) ?? fallback;
    const found = choices.find((choice) => choice === raw);
    if (found !== undefined) return found;
    const read = raw === undefined ? '' : `, not ${quote(raw)}`;
    return this.#fault(name, `must be one of ${choices.join(', ')}${read}`, choices[0] as T);
  }

  /** A comma list; empty entries are dropped. */
  list(
    name: string,
    options: { readonly about: string; readonly fallback?: string },
  ): readonly string[] {
    this.#document({ name, about: options.about, kind: 'text', fallback: options.fallback ?? '' });
    const raw = this.#raw(name) ?? options.fallback ?? '';
    return raw
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  secret(name: string, options: SecretOptions): Secret {
    this.#document({ name, about: options.about, kind: 'secret', fallback: undefined });
    const raw = this.#raw(name);
    if (raw === undefined) return this.#fault(name, 'is required', new Secret(''));
    if (raw.length < options.lengthMin) {
      const wanted = `at least ${options.lengthMin} characters`;
      return this.#fault(name, `must have ${wanted}, not ${raw.length}`, new Secret(''));
    }
    if (options.pattern && !options.pattern.test(raw)) {
      return this.#fault(name, `must match ${options.pattern.source}`, new Secret(''));
    }
    const fault = options.findFault?.(raw);
    if (fault !== undefined) return this.#fault(name, fault, new Secret(''));
    const isOurs = options.lengthMin >= ownSecretLengthMin;
    const isPlaceholder = isOurs && isGuessable(raw);
    this.developmentOnly(name, isPlaceholder, 'is a placeholder instead of a random value');
    return new Secret(raw);
  }

  /** Undefined when it is not set; a short one is a fault all the same. */
  optionalSecret(name: string, options: SecretOptions): Secret | undefined {
    if (this.#raw(name) !== undefined) return this.secret(name, options);
    this.#document({ name, about: options.about, kind: 'secret', fallback: '' });
    return undefined;
  }

  /**
   * A setting that is dangerous in production: a fault where it is used, unless
   * DEVELOPMENT_SETTINGS names it.
   */
  developmentOnly(name: string, isUsed: boolean, danger: string): void {
    const allowed = this.#readDevelopmentSettings();
    if (!isUsed || allowed.includes(name) || allowed.includes('all')) return;
    this.faults.push(`${name} ${danger}: refused unless DEVELOPMENT_SETTINGS has ${name}`);
  }

  /** A connection without TLS: a fault for other machines, unless PLAINTEXT_HOSTS names them. */
  plaintext(name: string, hosts: readonly string[], remedy: string): void {
    const allowed = this.list('PLAINTEXT_HOSTS', {
      about: 'other machines that this service may reach without TLS; `*` for all of them',
    });
    if (allowed.includes('*')) return;
    const named = allowed.map(stripBrackets);
    for (const host of hosts) {
      if (isLoopback(host) || named.includes(stripBrackets(host))) continue;
      const way = `${remedy}, or name the host in PLAINTEXT_HOSTS`;
      this.faults.push(`${name} reaches ${quote(host)} without TLS: ${way}`);
    }
  }

  #readDevelopmentSettings(): readonly string[] {
    const name = 'DEVELOPMENT_SETTINGS';
    const allowed = this.list(name, {
      about: 'settings for development that this service may have; `all` for all of them',
    });
    const unknown = allowed.filter((each) => each !== 'all' && !developmentSettings.includes(each));
    const known = developmentSettings.join(', ');
    for (const each of unknown) {
      const fault = `${name} must be all or some of ${known}, not ${quote(each)}`;
      if (!this.faults.includes(fault)) this.faults.push(fault);
    }
    return allowed;
  }

  #raw(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** Some are read by several functions. */
  #document(variable: VariableDoc): void {
    if (this.variables.some(({ name }) => name === variable.name)) return;
    this.variables.push(variable);
  }

  #fault<T>(name: string, fault: string, placeholder: T): T {
    this.faults.push(`${name} ${fault}`);
    return placeholder;
  }
}

const shownMax = 100;
/** Keys of providers may be shorter; they are made by others. */
const ownSecretLengthMin = 16;
const differentCharactersMin = 8;
const placeholder = /change.?me|example|placeholder|password|secret|default/i;

/** What was read, for a message of one line. Values may be long, or contain a password. */
export function quote(value: string): string {
  const shown = value
    .replace(/(:\/\/[^:@/\s]*):.*@/, '$1:…@')
    // What should be a URL may lack its scheme, and a query may have a password too.
    .replace(/:(?!\/\/|…).*@/, ':…@')
    .replaceAll(/([?&][^=&\s]*(?:pass|secret|token|key)[^=&]*=)[^&\s]*/gi, '$1…');
  return JSON.stringify(shown.length > shownMax ? `${shown.slice(0, shownMax)}…` : shown);
}

export function hasFewCharacters(secret: string): boolean {
  return new Set(secret).size < differentCharactersMin;
}

function isGuessable(secret: string): boolean {
  return hasFewCharacters(secret) || placeholder.test(secret);
}

export function isLoopback(host: string): boolean {
  const name = stripBrackets(host);
  return name === '' || name === 'localhost' || name === '::1' || /^127(\.\d+){3}$/.test(name);
}

/** An IPv6 address is written with them in a URL, and without them elsewhere. */
function stripBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}
