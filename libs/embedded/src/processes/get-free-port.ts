import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ports that systems give to connections and to servers that ask for any port. */
const firstPort = 10_000;
const ports = 22_000;
/** Processes that start one after the other begin far apart. */
const stride = 7_919;
/** By then the server of the port listens, or was never started. */
const claimMs = 10 * 60_000;

/**
 * A TCP port on loopback without a listener. It is only taken once its server listens, so until
 * then no process gets it again, and no connection can take it.
 */
export const getFreePort = createPortSearch(process.pid * stride);

/** Looks at one port after the other, from a place among them. */
export function createPortSearch(place: number): () => Promise<number> {
  let next = place;
  return async () => {
    for (let attempt = 0; attempt < ports; attempt += 1) {
      const port = firstPort + (next++ % ports);
      if (claimPort(port) && (await isPortFree(port))) return port;
    }
    throw new Error('found no free port on loopback');
  };
}

/** Whether this process could listen on the port now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

/** A file for each port that any process of this machine has handed out in the last minutes. */
function claimPort(port: number): boolean {
  const directory = join(tmpdir(), 'tollgate-ports');
  const file = join(directory, String(port));
  try {
    mkdirSync(directory, { recursive: true });
    if (isOutdated(file)) rmSync(file, { force: true });
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    // Where no file can be written, processes only begin far apart.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

function isOutdated(file: string): boolean {
  const writtenMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return writtenMs !== undefined && Date.now() - writtenMs > claimMs;
}
