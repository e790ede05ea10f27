import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureOperator, type OperatorOptions } from './ensure-operator';

const statuses: Record<string, number> = {
  'POST /api/auth/signup': 201,
  'POST /api/auth/login': 200,
  'PATCH /api/admin/users/user_1': 200,
};

describe('the operator account', () => {
  let calls: string[];
  let failing: string | undefined;
  let server: Server;
  let options: OperatorOptions;
  beforeEach(async () => {
    calls = [];
    failing = undefined;
    server = createServer((request, response) => {
      const call = `${request.method ?? ''} ${request.url ?? ''}`;
      calls.push(call);
      const status = call === failing ? 500 : (statuses[call] ?? 404);
      response.writeHead(status).end(JSON.stringify({ user: { id: 'user_1' } }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    options = {
      baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      adminToken: 'token',
      dataDirectory: mkdtempSync(join(tmpdir(), 'tollgate-operator-')),
    };
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    rmSync(options.dataDirectory, { recursive: true, force: true });
  });

  it('is made once and gets its role', async () => {
    const first = await ensureOperator(options);
    expect(first).toMatchObject({ email: 'operator@tollgate.local', userId: 'user_1' });
    expect(calls).toEqual(Object.keys(statuses));
    expect(await ensureOperator(options)).toEqual(first);
    expect(calls).toHaveLength(3);
  });

  it('keeps its password when a start breaks off', async () => {
    failing = 'PATCH /api/admin/users/user_1';
    await expect(ensureOperator(options)).rejects.toThrow('answered 500');
    failing = undefined;
    const { password } = await ensureOperator(options);
    expect(password.length).toBeGreaterThanOrEqual(20);
    expect((await ensureOperator(options)).password).toBe(password);
  });
});
