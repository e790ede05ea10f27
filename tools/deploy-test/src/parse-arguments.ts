import { parseArgs } from 'node:util';
import { containerEngineNames, type ContainerEngineName } from '@tollgate/embedded';

export interface DeployTestArguments {
  /** The first that answers when left out. */
  readonly engine: ContainerEngineName | undefined;
  /** Further flags of the engine's own build command. */
  readonly buildFlags: readonly string[];
}

export const usage = 'usage: npm run test:deploy -- [--engine docker|podman] [-- build flags …]';

export class UsageError extends Error {}

export function parseArguments(given: readonly string[]): DeployTestArguments {
  const end = given.indexOf('--');
  const { engine } = readOptions(end === -1 ? given : given.slice(0, end));
  if (engine !== undefined && !isEngine(engine)) {
    throw new UsageError(`--engine must be ${containerEngineNames.join(' or ')} (got "${engine}")`);
  }
  return { engine, buildFlags: end === -1 ? [] : given.slice(end + 1) };
}

function readOptions(given: readonly string[]): { readonly engine?: string | undefined } {
  try {
    return parseArgs({ args: [...given], options: { engine: { type: 'string' } } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function isEngine(name: string): name is ContainerEngineName {
  return (containerEngineNames as readonly string[]).includes(name);
}
