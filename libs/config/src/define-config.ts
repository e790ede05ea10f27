import { EnvReader, type Environment, type VariableDoc } from './env-reader';

export class ConfigError extends Error {
  constructor(
    readonly service: string,
    readonly faults: readonly string[],
  ) {
    super(`${service} cannot start:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

export interface ConfigDefinition<T> {
  readonly name: string;
  /** All faults of the environment together, as one ConfigError. */
  readonly load: (environment: Environment) => T;
  readonly describe: () => readonly VariableDoc[];
}

export function defineConfig<T extends object>(definition: {
  readonly name: string;
  readonly read: (env: EnvReader) => T;
}): ConfigDefinition<T> {
  return {
    name: definition.name,
    load: (environment) => {
      const reader = new EnvReader(environment);
      const config = definition.read(reader);
      if (reader.faults.length > 0) throw new ConfigError(definition.name, reader.faults);
      return Object.freeze(config);
    },
    describe: () => {
      const reader = new EnvReader({});
      definition.read(reader);
      return reader.variables;
    },
  };
}
