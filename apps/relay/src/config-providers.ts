import { findBaseUrl, findCredentialsFault, isCloudProtocol } from '@tollgate/cloud-auth';
import { checkHttpUrl, quote, type EnvReader, type Secret } from '@tollgate/config';
import { nameAddress, providerRows, type ProviderRow } from '@tollgate/provider-table';

export interface ProviderAccount {
  /** Undefined: a self-hosted server without one. */
  readonly apiKey: Secret | undefined;
  readonly baseUrl?: string;
}

interface ProviderSettings {
  readonly isCatalogSeeded: boolean;
  readonly simulatorUrl: string | undefined;
  /** By the variable with the key. */
  readonly providerAccounts: ReadonlyMap<string, ProviderAccount>;
  readonly tracedProviders: readonly string[];
  readonly testModeUrl: string | undefined;
}

const simulatorExample = 'http://simulator:8080/v1';
/** As the catalog takes it. */
const providerName = /^[a-z0-9._-]{1,80}$/;

/** One variable enables a provider, another one changes its address. */
export function readProviderSettings(env: EnvReader): ProviderSettings {
  const providerAccounts = new Map<string, ProviderAccount>();
  for (const variable of new Set(providerRows.map((row) => row.variable))) {
    const account = readAccount(env, variable);
    if (account !== undefined) providerAccounts.set(variable, account);
  }
  const simulatorUrl = env.optionalText('SIMULATOR_URL', {
    about: 'development: base of the simulator, which serves every model while no key is set',
  });
  const rule = { example: simulatorExample, path: 'allowed', plaintext: 'allowed' } as const;
  if (simulatorUrl !== undefined) checkHttpUrl(env, 'SIMULATOR_URL', simulatorUrl, rule);
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
    testModeUrl: readTestModeUrl(env),
    providerAccounts,
    tracedProviders: readTracedProviders(env),
  };
}

function readTracedProviders(env: EnvReader): readonly string[] {
  const names = env.list('TRACE_PROVIDERS', {
    about: 'providers that get the traceparent of a call, by their names in the catalog',
  });
  for (const name of names) {
    if (providerName.test(name)) continue;
    const form = 'a comma list of names of providers in the catalog, such as openai';
    env.faults.push(`TRACE_PROVIDERS must be ${form}, not ${quote(name)}`);
  }
  return names;
}

function readTestModeUrl(env: EnvReader): string | undefined {
  const url = env.optionalText('TEST_MODE_URL', {
    about: 'base of a simulator that answers the calls of test keys; without it they are refused',
  });
  const rule = { example: simulatorExample, path: 'allowed', plaintext: 'named' } as const;
  if (url !== undefined) checkHttpUrl(env, 'TEST_MODE_URL', url, rule);
  return url?.replace(/\/+$/, '');
}

function readAccount(env: EnvReader, variable: string): ProviderAccount | undefined {
  const row = providerRows.find((each) => each.variable === variable);
  if (row === undefined) return undefined;
  return row.isSelfHosted ? readOwnServer(env, row) : readHosted(env, row);
}

/** A server of the operator: its address enables it, and it may have no key. */
function readOwnServer(
  env: EnvReader,
  { baseUrl, name, variable }: ProviderRow,
): ProviderAccount | undefined {
  const address = nameAddress(variable);
  const given = env.optionalText(address, {
    about: `address of your ${name} server, such as ${baseUrl}; enables it`,
  });
  const apiKey = env.optionalSecret(variable, {
    about: `key of your ${name} server, where it has one`,
    lengthMin: 1,
    findFault: () => (given === undefined ? `needs ${address}, its address` : undefined),
  });
  if (given === undefined) return undefined;
  checkHttpUrl(env, address, given, { example: baseUrl, path: 'allowed', plaintext: 'allowed' });
  return { apiKey, baseUrl: given.replace(/\/+$/, '') };
}

function readHosted(env: EnvReader, row: ProviderRow): ProviderAccount | undefined {
  const { baseUrl: usual, protocol, slug, variable } = row;
  const address = nameAddress(variable);
  const given = env.text(address, { about: `address of ${slug}`, fallback: usual });
  checkHttpUrl(env, address, given, { example: usual, path: 'allowed', plaintext: 'allowed' });
  const baseUrl = given.replace(/\/+$/, '');
  const isCloud = isCloudProtocol(protocol);
  const apiKey = env.optionalSecret(variable, {
    about: isCloud ? `key of ${slug}, or credentials as JSON` : `key of ${slug}`,
    lengthMin: 1,
    findFault: (value) =>
      findPlaceFault(variable, baseUrl) ?? findCredentialsFault(protocol, value, baseUrl),
  });
  if (apiKey === undefined) return undefined;
  if (baseUrl !== usual) return { apiKey, baseUrl };
  const implied = isCloud ? findImpliedUrl(protocol, apiKey.reveal()) : undefined;
  return implied === undefined || implied === usual ? { apiKey } : { apiKey, baseUrl: implied };
}

/** Some clouds give each customer an address, so that none can be shipped. */
function findPlaceFault(variable: string, baseUrl: string): string | undefined {
  const isMissing = URL.canParse(baseUrl) && new URL(baseUrl).hostname.endsWith('.invalid');
  return isMissing ? `needs ${nameAddress(variable)}, the address of your resource` : undefined;
}

/** Credentials with a fault are reported already, and imply nothing. */
function findImpliedUrl(protocol: string, apiKey: string): string | undefined {
  try {
    return findBaseUrl(protocol, apiKey);
  } catch {
    return undefined;
  }
}
