import type { NewProviderKey, NewRoute, ProviderKeyRow } from '../catalog-rows';
import { environmentKeyId, listProviderRoutes, listSimulatorRoutes } from './environment-routes';
import { maskKey, type SecretBox } from '@tollgate/secret-box';
import type { Seed, SeedProvider } from './seed';
import { decideSeed } from './seed-decision';
import type { CatalogBook } from '../manage/catalog-book';

/** Provider accounts in the environment. */
export interface ProviderAccounts {
  /** By the variable with the key. */
  readonly keys: ReadonlyMap<string, { readonly apiKey: string; readonly baseUrl?: string }>;
  /** Undefined in production. */
  readonly simulatorUrl: string | undefined;
}

export interface SeedProvidersOptions {
  readonly seed: Seed;
  readonly accounts: ProviderAccounts;
  readonly secrets: SecretBox;
}

/** The account as the last start saw it, without its key. */
interface RememberedAccount {
  readonly baseUrl: string;
  readonly isGone: boolean;
}

interface Account {
  readonly id: string;
  readonly provider: string;
  readonly protocol: SeedProvider['protocol'];
  readonly baseUrl: string;
  /** Undefined: its variable is not set. */
  readonly apiKey: string | undefined;
  readonly routes: readonly NewRoute[];
}

/**
 * Seeds provider keys and routes from the environment. A key follows its variable, unless an
 * operator has deleted it. Returns the providers in use.
 */
export async function seedProviders(
  book: CatalogBook,
  options: SeedProvidersOptions,
): Promise<string[]> {
  const remembered = await book.bulk.listSeeded('provider_key');
  const routes: NewRoute[] = [];
  const inUse: string[] = [];
  for (const account of listAccounts(options)) {
    const before = remembered.get(account.id) as RememberedAccount | undefined;
    const isKept = await followAccount(book, account, before, options.secrets);
    if (account.apiKey === undefined || !isKept) continue;
    routes.push(...account.routes);
    inUse.push(account.provider);
  }
  await seedRoutes(book, routes);
  return [...new Set(inUse)];
}

function listAccounts({ accounts, seed }: SeedProvidersOptions): Account[] {
  const { keys, simulatorUrl } = accounts;
  const providers = seed.providers.map((provider): Account => {
    const given = keys.get(provider.variable);
    const baseUrl = moveBase(provider, given?.baseUrl, seed);
    return {
      id: environmentKeyId(provider.id),
      provider: provider.slug,
      protocol: provider.protocol,
      baseUrl,
      apiKey: given?.apiKey,
      routes: listProviderRoutes(provider, seed, baseUrl),
    };
  });
  const simulator: Account = {
    id: environmentKeyId('simulator'),
    provider: 'simulator',
    protocol: 'openai',
    baseUrl: simulatorUrl ?? '',
    apiKey: simulatorUrl === undefined ? undefined : 'simulator',
    routes: listSimulatorRoutes(seed, keys.size === 0),
  };
  return [...providers, simulator];
}

/** The same path below another base address. */
function moveBase(
  { baseUrl, variable }: SeedProvider,
  given: string | undefined,
  { providers }: Seed,
): string {
  if (given === undefined) return baseUrl;
  const main = providers.find((provider) => provider.variable === variable)?.baseUrl ?? baseUrl;
  if (baseUrl.startsWith(main)) return given + baseUrl.slice(main.length);
  const [mainPath, ownPath] = [main, baseUrl].map((url) => new URL(url).pathname);
  return mainPath !== undefined && given.endsWith(mainPath)
    ? given.slice(0, -mainPath.length) + (ownPath ?? '')
    : given;
}

/** False: an operator has deleted it. */
async function followAccount(
  book: CatalogBook,
  account: Account,
  remembered: RememberedAccount | undefined,
  secrets: SecretBox,
): Promise<boolean> {
  const row = await book.findProviderKey(account.id);
  const { apiKey, baseUrl, id } = account;
  if (row === undefined) {
    if (apiKey === undefined || remembered !== undefined) return false;
    await book.saveProviderKey(makeKey(account, apiKey, secrets));
  } else if (apiKey === undefined) {
    if (remembered?.isGone === true) return true;
    await book.saveProviderKey({ ...row, enabled: false });
  } else {
    const changes = findChanges(row, account, remembered, secrets);
    if (Object.keys(changes).length === 0) return true;
    await book.saveProviderKey({ ...row, ...changes });
  }
  const document = {
    baseUrl: apiKey === undefined ? (remembered?.baseUrl ?? baseUrl) : baseUrl,
    isGone: apiKey === undefined,
  };
  await book.bulk.rememberSeeded('provider_key', [{ id, document }]);
  return true;
}

/** Only what changed in the environment: the rest may be a change by an operator. */
function findChanges(
  row: ProviderKeyRow,
  { apiKey = '', baseUrl, protocol }: Account,
  remembered: RememberedAccount | undefined,
  secrets: SecretBox,
): Partial<NewProviderKey> {
  return {
    ...(opens(row, apiKey, secrets)
      ? {}
      : { key_ciphertext: secrets.seal(apiKey, row.id), key_mask: maskKey(apiKey) }),
    ...(remembered?.baseUrl === baseUrl ? {} : { base_url: baseUrl, protocol }),
    ...(remembered?.isGone === true ? { enabled: true } : {}),
  };
}

function opens(row: ProviderKeyRow, apiKey: string, secrets: SecretBox): boolean {
  try {
    return secrets.open(row.key_ciphertext, row.id) === apiKey;
  } catch {
    // Sealed with another SECRETS_KEY: replaced by the key of the environment.
    return false;
  }
}

function makeKey(account: Account, apiKey: string, secrets: SecretBox): NewProviderKey {
  const { baseUrl, id, protocol, provider } = account;
  return {
    id,
    provider,
    base_url: baseUrl,
    protocol,
    headers: {},
    weight: 1,
    enabled: true,
    is_default: false,
    key_ciphertext: secrets.seal(apiKey, id),
    key_mask: maskKey(apiKey),
  };
}

async function seedRoutes({ bulk }: CatalogBook, wanted: readonly NewRoute[]): Promise<void> {
  const remembered = await bulk.listSeeded('route');
  const stored = await bulk.findRoutes(wanted.map(({ id }) => id));
  const current = new Map(
    stored.map(({ created_at: _made, updated_at: _changed, ...row }) => [row.id, row]),
  );
  const due = wanted.filter(
    (route) =>
      decideSeed({
        current: current.get(route.id),
        remembered: remembered.get(route.id),
        wanted: route,
      }) === 'write',
  );
  if (due.length === 0) return;
  await bulk.saveRoutes(due);
  await bulk.rememberSeeded(
    'route',
    due.map((document) => ({ id: document.id, document })),
  );
}
