import { createServer, type Server } from 'node:http';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { request, type Dispatcher } from 'undici';
import { findUrlFault } from './check-url';
import { createGuardedAgent } from './guarded-agent';
import type { ResolveName } from './guarded-lookup';
import { makeOutboundRules } from './outbound-rules';

const strict = makeOutboundRules({ allowCidrs: [], allowsHttp: true });
const local = makeOutboundRules({ allowCidrs: ['127.0.0.0/8'], allowsHttp: true });

/** Connections that must not be made are counted where they would arrive. */
let canary: Server;
let port: number;
let connections: number;
let agents: Dispatcher[];

beforeAll(async () => {
  canary = createServer((message, response) => {
    if (message.url === '/redirect') response.writeHead(307, { location: '/inside' });
    response.end('inside');
  });
  canary.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  ({ port } = canary.address() as AddressInfo);
});
beforeEach(() => {
  connections = 0;
  agents = [];
});
afterEach(() => Promise.all(agents.map((agent) => agent.destroy())));
afterAll(async () => {
  canary.closeAllConnections();
  await new Promise((resolve) => canary.close(resolve));
});

function makeAgent(rules: typeof strict, resolve?: ResolveName): Dispatcher {
  const agent = createGuardedAgent({ rules, connectTimeoutMs: 2_000, ...(resolve && { resolve }) });
  agents.push(agent);
  return agent;
}

/** A name that points somewhere else every time, and to the last of these for ever. */
function rebind(...answers: readonly (readonly string[])[]): {
  readonly resolve: ResolveName;
  readonly check: () => Promise<readonly string[]>;
} {
  let asked = 0;
  const next = (): readonly string[] => answers[Math.min(asked++, answers.length - 1)] ?? [];
  const resolve: ResolveName = (_host, _options, done) => {
    done(
      null,
      next().map((address): LookupAddress => ({ address, family: 4 })),
    );
  };
  return { resolve, check: async () => next() };
}

describe('a name that is public when it is written down and private when it is called', () => {
  it('is refused before any connection is made', async () => {
    const name = rebind(['8.8.8.8'], ['127.0.0.1']);
    const url = `http://rebound.example:${port}/v1`;
    expect(await findUrlFault(url, strict, name.check)).toBe(undefined);
    const calling = request(url, { dispatcher: makeAgent(strict, name.resolve) });
    await expect(calling).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
    expect(connections).toBe(0);
  });

  it('is refused as well when only one of its addresses is private', async () => {
    const name = rebind(['8.8.8.8', '127.0.0.1']);
    const url = `http://mixed.example:${port}/v1`;
    const calling = request(url, { dispatcher: makeAgent(strict, name.resolve) });
    await expect(calling).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
    expect(connections).toBe(0);
  });

  it('is looked up once for a connection, so that nothing can change in between', async () => {
    const name = rebind(['127.0.0.1'], ['192.0.2.1']);
    const url = `http://turning.example:${port}/v1`;
    const { body, statusCode } = await request(url, {
      dispatcher: makeAgent(local, name.resolve),
    });
    expect([statusCode, await body.text()]).toEqual([200, 'inside']);
    expect(connections).toBe(1);
  });
});

describe('an address in a URL', () => {
  it.each(['127.0.0.1', '[::ffff:127.0.0.1]', '[::1]', '2130706433', '0x7f.1'])(
    'is checked although it needs no lookup: %s',
    async (host) => {
      const calling = request(`http://${host}:${port}/v1`, { dispatcher: makeAgent(strict) });
      await expect(calling).rejects.toMatchObject({ code: 'ERR_FORBIDDEN_ADDRESS' });
      expect(connections).toBe(0);
    },
  );
});

describe('a redirect', () => {
  it('is an answer like any other', async () => {
    const { body, statusCode } = await request(`http://127.0.0.1:${port}/redirect`, {
      dispatcher: makeAgent(local),
    });
    await body.dump();
    expect([statusCode, connections]).toEqual([307, 1]);
  });
});
