import { parseArgs } from 'node:util';
import { containerEngineNames, type ContainerEngineName } from '@tollgate/embedded';

export interface ImageArguments {
  /** All when none is named. */
  readonly images: readonly string[];
  /** The first that is installed when left out. */
  readonly engine: ContainerEngineName | undefined;
  /** The version of package.json when left out. */
  readonly tag: string | undefined;
  /** The image to build on; the one that the Dockerfile names when left out. */
  readonly base: string | undefined;
  /** For the engine's own build command. */
  readonly buildFlags: readonly string[];
}

export const usage =
  'usage: npm run images -- [image …] [--engine docker|podman] [--tag name] [--base image] ' +
  '[-- build flags …]';

export class UsageError extends Error {}

/** `known` are the images that the Dockerfile has. */
export function parseArguments(given: readonly string[], known: readonly string[]): ImageArguments {
  const end = given.indexOf('--');
  const own = end === -1 ? given : given.slice(0, end);
  const { positionals: images, values } = readOptions(own);
  const unknown = images.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`no image ${unknown.join(', ')}; there are ${known.join(', ')}`);
  }
  const { base, engine, tag } = values;
  if (engine !== undefined && !isEngine(engine)) {
    throw new UsageError(`--engine must be ${containerEngineNames.join(' or ')} (got "${engine}")`);
  }
  return { images, engine, tag, base, buildFlags: end === -1 ? [] : given.slice(end + 1) };
}

function readOptions(given: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = { engine: text, tag: text, base: text };
  try {
    return parseArgs({ args: [...given], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function isEngine(name: string): name is ContainerEngineName {
  return (containerEngineNames as readonly string[]).includes(name);
}
