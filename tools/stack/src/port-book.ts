import { join } from 'node:path';
import { getFreePort, isPortFree, readJsonFile, writeJsonFile } from '@tollgate/embedded';

/** Gives every part a free port and the same one again on the next start. */
export interface PortBook {
  readonly reserve: (name: string) => Promise<number>;
}

export function openPortBook(dataDirectory: string): PortBook {
  const file = join(dataDirectory, 'ports.json');
  const ports = readJsonFile<Record<string, number>>(file) ?? {};
  const reserved = new Set<number>();
  return {
    reserve: async (name) => {
      const remembered = ports[name];
      const isUsable =
        remembered !== undefined && !reserved.has(remembered) && (await isPortFree(remembered));
      const port = isUsable ? remembered : await getFreePortBeside(reserved);
      reserved.add(port);
      ports[name] = port;
      writeJsonFile(file, ports);
      return port;
    },
  };
}

const attemptsMax = 20;
/** Below the ports that the system hands out by itself. */
const firstPort = 10_000;
const blockPorts = 40;
const blocks = 550;

/**
 * A port is only taken once its part listens, so the same one could be handed out twice: to two
 * parts, and to two stacks that start at the same time. Each stack looks in a block of its own.
 */
async function getFreePortBeside(reserved: ReadonlySet<number>): Promise<number> {
  const start = firstPort + (process.pid % blocks) * blockPorts;
  for (let port = start; port < start + blockPorts; port += 1) {
    if (!reserved.has(port) && (await isPortFree(port))) return port;
  }
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const port = await getFreePort();
    if (!reserved.has(port)) return port;
  }
  throw new Error('found no free port on loopback');
}
