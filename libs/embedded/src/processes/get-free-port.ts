import { createServer } from 'node:net';

/** Below the ports that systems give to connections and to servers that ask for any port. */
const firstPort = 10_000;
const ports = 22_000;
/** Processes that start one after the other begin far apart. */
const stride = 7_919;

let next = process.pid * stride;

/**
 * A TCP port on loopback without a listener. It is only taken once its server listens, so this
 * process does not get it again, others look elsewhere, and no connection can take it meanwhile.
 */
export async function getFreePort(): Promise<number> {
  for (let attempt = 0; attempt < ports; attempt += 1) {
    const port = firstPort + (next++ % ports);
    if (await isPortFree(port)) return port;
  }
  throw new Error('found no free port on loopback');
}

/** Whether this process could listen on the port now. */
export function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
