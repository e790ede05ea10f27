import { ConfigError } from '@tollgate/config';
import type { HostProcess, RunServicesOptions } from './run-services';
import type { Service } from './service';
import { makeServiceEnvironment } from './service-environment';

/**
 * Applies the migrations of every service that has a schema, and starts none of them. Each schema
 * is independent, so one that fails does not keep the others back. True when all succeeded.
 */
export async function migrateServices(
  services: readonly Service[],
  { directoryOf, host }: Pick<RunServicesOptions, 'directoryOf' | 'host'>,
): Promise<boolean> {
  const names = services.map(({ name }) => name);
  let hasSucceeded = true;
  for (const { migrate, name } of services) {
    const environment = makeServiceEnvironment(host.env, name, names);
    try {
      await migrate?.({ environment, directory: directoryOf(name) });
    } catch (error) {
      hasSucceeded = false;
      host.stderr.write(`${name} cannot migrate: ${explain(error)}\n`);
    }
  }
  return hasSucceeded;
}

/** In one line, whatever was wrong. */
function explain(error: unknown): string {
  if (error instanceof ConfigError) return error.faults.join('; ');
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error);
}

const usage = 'use no argument to serve, or "migrate" to apply migrations and exit';

/** What the arguments of the program ask for; undefined, with a printed reason, when unknown. */
export function readCommand({ argv = [], stderr }: HostProcess): 'serve' | 'migrate' | undefined {
  const given = argv.slice(2);
  if (given.length === 0) return 'serve';
  if (given.join(' ') === 'migrate') return 'migrate';
  stderr.write(`unknown argument "${given.join(' ')}": ${usage}\n`);
  return undefined;
}
