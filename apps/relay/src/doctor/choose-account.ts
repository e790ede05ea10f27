import { findBaseUrl, findCredentialsFault } from '@tollgate/cloud-auth';
import { providerProtocols, type ProviderProtocol } from '@tollgate/model-spec';
import { nameAddress, providerRows, type ProviderRow } from '@tollgate/provider-table';
import { UsageError, type DoctorArguments } from './arguments';

/** Where the provider is, and the operator's key there. */
export interface DoctorAccount {
  readonly provider: string;
  readonly protocol: ProviderProtocol;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly isSimulator: boolean;
  /** Undefined for the simulator. */
  readonly row: ProviderRow | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

const simulatorPrefix = 'simulator-';
/** The simulator accepts any. */
const simulatorKey = 'simulator-key';

/** Raises UsageError. */
export function chooseDoctorAccount(
  given: Pick<DoctorArguments, 'baseUrl' | 'provider'>,
  environment: Environment,
): DoctorAccount {
  const account = given.provider.startsWith(simulatorPrefix)
    ? chooseSimulator(given, environment)
    : chooseProvider(given, environment);
  const { apiKey, baseUrl, protocol } = account;
  const fault = findCredentialsFault(protocol, apiKey, baseUrl);
  if (fault !== undefined) throw new UsageError(`the key of ${given.provider} ${fault}`);
  return account;
}

function chooseSimulator(
  { baseUrl = '', provider }: Pick<DoctorArguments, 'baseUrl' | 'provider'>,
  environment: Environment,
): DoctorAccount {
  const name = provider.slice(simulatorPrefix.length);
  const protocol = providerProtocols.find((each) => each === name);
  if (protocol === undefined) throw refuseProvider(provider);
  const address = baseUrl || environment['SIMULATOR_URL'];
  if (!address) throw new UsageError('the simulator needs --base-url, or SIMULATOR_URL');
  const apiKey = environment['SIMULATOR_API_KEY'] ?? simulatorKey;
  return { provider, protocol, baseUrl: address, apiKey, isSimulator: true, row: undefined };
}

function chooseProvider(
  { baseUrl, provider }: Pick<DoctorArguments, 'baseUrl' | 'provider'>,
  environment: Environment,
): DoctorAccount {
  const row = providerRows.find(({ id }) => id === provider);
  const protocol = providerProtocols.find((each) => each === row?.protocol);
  if (row === undefined || protocol === undefined) throw refuseProvider(provider);
  const { isSelfHosted, variable } = row;
  const apiKey = environment[variable] ?? '';
  if (apiKey === '' && !isSelfHosted) throw new UsageError(`${variable} must be set: the key`);
  const given = baseUrl ?? environment[nameAddress(variable)];
  const address = given ?? findImpliedUrl(protocol, apiKey) ?? row.baseUrl;
  return {
    ...{ provider, protocol, apiKey, row },
    baseUrl: address.replace(/\/+$/, ''),
    isSimulator: false,
  };
}

/** The address of the cloud in its credentials, whose faults are reported as such. */
function findImpliedUrl(protocol: string, apiKey: string): string | undefined {
  try {
    return findBaseUrl(protocol, apiKey);
  } catch {
    return undefined;
  }
}

function refuseProvider(provider: string): UsageError {
  const known = providerRows
    .filter((row) => providerProtocols.some((protocol) => protocol === row.protocol))
    .map(({ id }) => id);
  const simulators = providerProtocols.map((protocol) => `${simulatorPrefix}${protocol}`);
  return new UsageError(
    `${provider} is no provider of text; there is ${[...known, ...simulators].join(', ')}`,
  );
}
