import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDemo, type DemoOptions } from './create-demo';

type Body = Record<string, unknown>;

/** The few routes of the public API that the demo needs, as they are documented. */
class FakeGateway {
  readonly calls: string[] = [];
  readonly providerKeys: Body[] = [];
  readonly grants: Body[] = [];
  readonly orgs: Body[] = [];
  isKeyRouteDown = false;
  isOrgKeyRouteDown = false;
  private hasUser = false;
  private hasModel = false;
  private readonly routes: Body[] = [];

  answer(method: string, path: string, body: Body): [number, Body] {
    this.calls.push(`${method} ${path}`);
    const [root = '', id] = path.split('/pkey_');
    if (id !== undefined) {
      Object.assign(this.providerKeys[0] ?? {}, body);
      return [200, {}];
    }
    const handlers: Record<string, () => [number, Body]> = {
      'POST /api/auth/signup': () => this.once('hasUser', 201),
      'POST /api/auth/login': () => [200, { user: { id: 'user_1' } }],
      'POST /api/account/keys': () =>
        this.isKeyRouteDown ? [500, {}] : [201, { key: `sk-tg-${String(body['keyType'])}` }],
      'GET /v1/orgs': () => [200, { organizations: this.orgs }],
      'POST /api/orgs': () => this.add(this.orgs, body, 'org_1'),
      'POST /api/orgs/org_1/keys': () =>
        this.isOrgKeyRouteDown ? [500, {}] : [201, { key: `sk-tg-org-${String(body['keyType'])}` }],
      'POST /api/admin/models': () => this.once('hasModel', 201),
      'GET /api/admin/routes': () => [200, { items: this.routes }],
      'POST /api/admin/routes': () => this.add(this.routes, body, 'route_1'),
      'PUT /api/admin/free-tiers/simulator%2Ffree': () => [200, {}],
      'GET /api/admin/provider-keys': () => [200, { items: this.providerKeys }],
      'POST /api/admin/provider-keys': () => this.add(this.providerKeys, body, 'pkey_1'),
      'POST /api/admin/credits/grants': () => this.add(this.grants, body, 'grant_1'),
    };
    return handlers[`${method} ${root}`]?.() ?? [404, {}];
  }

  private once(flag: 'hasUser' | 'hasModel', status: number): [number, Body] {
    if (this[flag]) return [409, {}];
    this[flag] = true;
    return [status, {}];
  }

  private add(list: Body[], body: Body, id: string): [number, Body] {
    list.push({ ...body, id });
    return [201, { id }];
  }
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks = (await request.toArray()) as Buffer[];
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Body);
}

describe('the demo account', () => {
  let gateway: FakeGateway;
  let server: Server;
  let options: DemoOptions;

  beforeEach(async () => {
    gateway = new FakeGateway();
    server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const [status, answer] = gateway.answer(request.method ?? '', request.url ?? '', body);
        response.writeHead(status, { 'set-cookie': 'tollgate_session=abc; HttpOnly' });
        response.end(JSON.stringify(answer));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    options = {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      adminToken: 'token',
      simulatorUrl: 'http://127.0.0.1:9/v1',
      dataDirectory: mkdtempSync(join(tmpdir(), 'tollgate-demo-')),
    };
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    rmSync(options.dataDirectory, { recursive: true, force: true });
  });

  it('is made once: later starts find everything and grant nothing again', async () => {
    const first = await createDemo(options);
    expect(first.account).toMatchObject({
      email: 'demo@tollgate.local',
      userId: 'user_1',
      standardKey: 'sk-tg-standard',
      managementKey: 'sk-tg-management',
    });
    expect(first.org).toEqual({
      id: 'org_1',
      standardKey: 'sk-tg-org-standard',
      managementKey: 'sk-tg-org-management',
    });
    expect(gateway.grants).toEqual([
      expect.objectContaining({ userId: 'user_1', amountUsd: 25 }),
      expect.objectContaining({ orgId: 'org_1', amountUsd: 100 }),
    ]);

    expect(await createDemo(options)).toEqual(first);
    expect(gateway.grants).toHaveLength(2);
    expect(gateway.orgs).toHaveLength(1);
    expect(gateway.providerKeys).toHaveLength(1);
  });

  it('is continued when a start broke off in the middle', async () => {
    gateway.isKeyRouteDown = true;
    await expect(createDemo(options)).rejects.toThrow('POST /api/account/keys answered 500');
    gateway.isKeyRouteDown = false;
    gateway.isOrgKeyRouteDown = true;
    await expect(createDemo(options)).rejects.toThrow('answered 500');
    gateway.isOrgKeyRouteDown = false;
    expect((await createDemo(options)).account).toMatchObject({ standardKey: 'sk-tg-standard' });
    expect(gateway.calls.filter((call) => call === 'POST /api/auth/signup')).toHaveLength(2);
    expect(gateway.orgs).toHaveLength(1);
    expect(gateway.grants).toHaveLength(2);
  });

  it('sets the quota of the free model once, and leaves the router to the shipped tiers', async () => {
    await createDemo(options);
    await createDemo(options);
    const writes = gateway.calls.filter((call) => call.startsWith('PUT '));
    expect(writes).toEqual(['PUT /api/admin/free-tiers/simulator%2Ffree']);
  });

  it('follows the simulator to another port', async () => {
    await createDemo(options);
    await createDemo({ ...options, simulatorUrl: 'http://127.0.0.1:10/v1' });
    expect(gateway.providerKeys).toEqual([
      expect.objectContaining({ provider: 'simulator', baseUrl: 'http://127.0.0.1:10/v1' }),
    ]);
  });
});
