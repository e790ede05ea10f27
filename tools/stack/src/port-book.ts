import { join } from 'node:path';
import { getFreePort, isPortFree, readJsonFile, writeJsonFile } from '@tollgate/embedded';

/** Gives every part a free port and the same one again on the next start. */
export interface PortBook {
  readonly reserve: (name: string) => Promise<number>;
}

/** `taken` are ports that are already meant for something. */
export function openPortBook(dataDirectory: string, taken: readonly number[] = []): PortBook {
  const file = join(dataDirectory, 'ports.json');
  const ports = readJsonFile<Record<string, number>>(file) ?? {};
  const reserved = new Set<number>(taken);
  return {
    reserve: async (name) => {
      const remembered = ports[name];
      const isUsable =
        remembered !== undefined && !reserved.has(remembered) && (await isPortFree(remembered));
      const port = isUsable ? remembered : await getPortBeside(reserved);
      reserved.add(port);
      ports[name] = port;
      writeJsonFile(file, ports);
      return port;
    },
  };
}

const attemptsMax = 20;

/** The free port may be one that was remembered for another part. */
async function getPortBeside(reserved: ReadonlySet<number>): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = await getFreePort();
    if (!reserved.has(port)) return port;
  }
  throw new Error('found no free port on loopback');
}
