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
      return this.#fault(name, `must match ${options.pattern.source}`, '');
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
      return this.#fault(name, `must be a whole number from ${options.min} to ${options.max}`, 0);
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
    return this.#fault(name, 'must be 1, 0, true or false', false);
  }

  choice<T extends string>(name: string, options: ChoiceOptions<T>): T {
    const { about, choices, fallback } = options;
    this.#document({ name, about, kind: 'choice', fallback, choices });
    const raw = this.#raw(name) ?? fallback;
    const found = choices.find((choice) => choice === raw);
    return found ?? this.#fault(name, `must be one of ${choices.join(', ')}`, choices[0] as T);
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

  secret(name: string, options: { readonly about: string; readonly lengthMin: number }): Secret {
    this.#document({ name, about: options.about, kind: 'secret', fallback: undefined });
    const raw = this.#raw(name);
    if (raw === undefined) return this.#fault(name, 'is required', new Secret(''));
    if (raw.length < options.lengthMin) {
      return this.#fault(
        name,
        `must have at least ${options.lengthMin} characters`,
        new Secret(''),
      );
    }
    return new Secret(raw);
  }

  /** Undefined when it is not set; a short one is a fault all the same. */
  optionalSecret(
    name: string,
    options: { readonly about: string; readonly lengthMin: number },
  ): Secret | undefined {
    if (this.#raw(name) !== undefined) return this.secret(name, options);
    this.#document({ name, about: options.about, kind: 'secret', fallback: '' });
    return undefined;
  }

  #raw(name: string): string | undefined {
    const value = this.#environment[name]?.trim();
    return value === '' ? undefined : value;
  }

  #document(variable: VariableDoc): void {
    this.variables.push(variable);
  }

  #fault<T>(name: string, fault: string, placeholder: T): T {
    this.faults.push(`${name} ${fault}`);
    return placeholder;
  }
}
