import { createServer } from 'node:net';
import { once } from 'node:events';
import { createPortSearch, getFreePort, isPortFree } from './get-free-port';

describe('free ports', () => {
  it('hands out a port that can be listened on, and sees it taken afterwards', async () => {
    const port = await getFreePort();
    expect(await isPortFree(port)).toBe(true);

    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(port)).toBe(false);
    server.close();
    await once(server, 'close');
  });

  it('hands out no port that another process has got, though nothing listens there yet', async () => {
    const port = await getFreePort();
    const searchOfAnother = createPortSearch(port - 10_000);
    expect(await searchOfAnother()).not.toBe(port);
  });

  it('hands out no port twice, and none that the system gives to connections', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, () => getFreePort()));
    expect(new Set(ports).size).toBe(50);
    expect(ports.filter((port) => port < 10_000 || port >= 32_000)).toEqual([]);
  });
});
