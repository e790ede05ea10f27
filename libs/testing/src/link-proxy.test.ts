import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { getFreePort } from '@tollgate/embedded';
import { startLinkProxy, type LinkProxy } from './link-proxy';
import { waitUntil } from './wait-until';

const host = '127.0.0.1';
const patience = { timeoutMs: 5_000 };
/** Long enough for what must not come over loopback. */
const quietMs = 150;

interface Client {
  readonly socket: Socket;
  readonly received: () => string;
}

let echo: Server;
let proxy: LinkProxy;
let port: number;
const accepted: Socket[] = [];
const clients: Socket[] = [];

/** What an echo server answered through the proxy. */
async function openClient(): Promise<Client> {
  const socket = connect({ host, port, allowHalfOpen: true });
  clients.push(socket);
  socket.on('error', () => undefined);
  let text = '';
  socket.on('data', (chunk) => (text += chunk.toString('utf8')));
  await once(socket, 'connect');
  return { socket, received: () => text };
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const receives = (client: Client, text: string): Promise<boolean> =>
  waitUntil(() => client.received() === text, { ...patience, what: `"${text}"` });

beforeEach(async () => {
  accepted.length = 0;
  echo = createServer({ allowHalfOpen: true }, (socket) => {
    accepted.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => socket.write(chunk));
    socket.on('end', () => socket.end());
  });
  echo.listen(0, host);
  await once(echo, 'listening');
  port = await getFreePort();
  const target = { host, port: (echo.address() as AddressInfo).port };
  proxy = await startLinkProxy({ host, port }, target, { connectionLimit: 3 });
});
afterEach(async () => {
  for (const socket of [...clients.splice(0), ...accepted]) socket.destroy();
  await proxy.stop();
  echo.close();
});

describe('a link between two addresses', () => {
  it('passes bytes and the end of a connection', async () => {
    const client = await openClient();
    client.socket.end('one');
    await once(client.socket, 'end');
    expect(client.received()).toBe('one');
  });

  it('holds open connections while it is cut, and passes their bytes when it is healed', async () => {
    const client = await openClient();
    client.socket.write('one ');
    await receives(client, 'one ');
    proxy.cut();
    client.socket.write('two ');
    accepted[0]?.write('from the server ');
    await sleep(quietMs);
    expect(client.received()).toBe('one ');
    proxy.heal();
    await waitUntil(() => client.received().includes('two '), patience);
    expect(client.received()).toContain('from the server ');
  });

  it('gives new connections no answer while it is cut', async () => {
    proxy.cut();
    const client = await openClient();
    client.socket.write('early');
    await sleep(quietMs);
    expect([client.received(), accepted.length]).toEqual(['', 0]);
    proxy.heal();
    await receives(client, 'early');
  });

  it('hides the end of a connection while it is cut', async () => {
    const client = await openClient();
    client.socket.write('one');
    await receives(client, 'one');
    const ended: string[] = [];
    accepted[0]?.on('end', () => ended.push('end'));
    accepted[0]?.on('close', () => ended.push('close'));
    proxy.cut();
    client.socket.resetAndDestroy();
    await sleep(quietMs);
    expect(ended).toEqual([]);
    proxy.heal();
    await waitUntil(() => ended.length > 0, patience);
  });

  it('closes connections beyond its limit', async () => {
    for (let count = 0; count < 3; count += 1) {
      const client = await openClient();
      client.socket.write('one');
      await receives(client, 'one');
    }
    const { socket } = await openClient();
    await once(socket, 'end');
    expect(accepted).toHaveLength(3);
  });
});
