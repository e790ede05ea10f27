import type { EnvReader, Secret } from '@tollgate/config';
import providers from '../seed/providers.json';

export interface ProviderAccount {
  readonly apiKey: Secret;
  readonly baseUrl?: string;
}

interface ProviderSettings {
  readonly isCatalogSeeded: boolean;
  readonly simulatorUrl: string | undefined;
  /** By the variable with the key. */
  readonly providerAccounts: ReadonlyMap<string, ProviderAccount>;
  readonly tracedProviders: readonly string[];
}

/** One variable enables a provider, another one changes its address. */
export function readProviderSettings(env: EnvReader): ProviderSettings {
  const providerAccounts = new Map<string, ProviderAccount>();
  for (const variable of new Set(providers.map((provider) => provider.variable))) {
    const account = readAccount(env, variable);
    if (account !== undefined) providerAccounts.set(variable, account);
  }
  const simulatorUrl = env.optionalText('SIMULATOR_URL', {
    about: 'development: base of the simulator, which serves every model while no key is set',
  });
  env.developmentOnly(
    'SIMULATOR_URL',
    simulatorUrl !== undefined,
    'answers calls with made-up text',
  );
  return {
    isCatalogSeeded: env.boolean('SEED_CATALOG', {
      about: 'the catalog gets the models and aliases that are shipped, at every start',
      fallback: true,
    }),
    simulatorUrl,
    providerAccounts,
    tracedProviders: env.list('TRACE_PROVIDERS', {
      about: 'providers that get the traceparent of a call, by their names in the catalog',
    }),
  };
}

function readAccount(env: EnvReader, variable: string): ProviderAccount | undefined {
  const entries = providers.filter((provider) => provider.variable === variable);
  const { baseUrl: usual = '', slug = '' } = entries[0] ?? {};
  const apiKey = env.optionalSecret(variable, { about: `key of ${slug}`, lengthMin: 1 });
  const baseUrl = env
    .text(variable.replace(/_API_KEY$/, '_BASE_URL'), {
      about: `address of ${slug}`,
      fallback: usual,
      pattern: /^https?:\/\/\S+$/,
    })
    .replace(/\/+$/, '');
  if (apiKey === undefined) return undefined;
  return baseUrl === usual ? { apiKey } : { apiKey, baseUrl };
}
