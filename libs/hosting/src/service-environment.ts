import type { Environment } from '@tollgate/config';
import { makeLocalAddress } from './service';

/**
 * The variables of one service among several in a process. A variable that starts with the name of
 * a service and two underscores, such as BILLING__DATABASE_URL, is for that service alone. Services
 * of the same process are reached without a connection; their addresses are not set.
 */
export function makeServiceEnvironment(
  environment: Environment,
  service: string,
  hosted: readonly string[],
): Environment {
  const own: Record<string, string | undefined> = {};
  const prefix = `${service.toUpperCase()}__`;
  for (const [name, value] of Object.entries(environment)) {
    if (name.startsWith(prefix)) own[name.slice(prefix.length)] = value;
  }
  const addresses = hosted
    .filter((name) => name !== service)
    .flatMap((name) => {
      const address = makeLocalAddress(name);
      const variable = name.toUpperCase();
      return [
        [`${variable}_GRPC_ADDRESS`, address],
        [`${variable}_URL`, address],
      ];
    });
  return { ...environment, ...own, ...(Object.fromEntries(addresses) as Environment) };
}
