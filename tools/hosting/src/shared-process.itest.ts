import { join, resolve } from 'node:path';
import request, { type Test } from 'supertest';
import {
  createFakeCatalogClient,
  createFakeDirectoryClient,
  createFakeOrgBillingClient,
  createFakeWalletClient,
} from '@tollgate/clients';
import { Secret } from '@tollgate/config';
import { anonymousIdentity, createEdgeSigner, unsignedHeaders } from '@tollgate/identity';
import { createLifecycle, type Lifecycle } from '@tollgate/lifecycle';
import { createLogger } from '@tollgate/observability';
import {
  collectLogs,
  createTestDatabase,
  startTestRedis,
  waitUntil,
  type CollectedLogs,
  type TestDatabase,
  type TestRedis,
} from '@tollgate/testing';
import { auditConfig } from '../../../apps/audit/src/config';
import { connectNeighbours } from '../../../apps/audit/src/neighbours';
import { start as startAudit, type Audit } from '../../../apps/audit/src/start';
import { orgsConfig } from '../../../apps/orgs/src/config';
import { start as startOrgs, type Orgs } from '../../../apps/orgs/src/start';

const identitySecret = 'identity secret of the hosting tests';
const ada = { id: 'user_ada', email: 'ada@example.com', name: 'Ada', isEmailVerified: true };
const sign = {
  orgs: createEdgeSigner(new Secret(identitySecret), 'orgs'),
  audit: createEdgeSigner(new Secret(identitySecret), 'audit'),
};

/** A request of Ada as the edge would forward it. */
function sendAs(
  method: 'get' | 'post',
  audience: keyof typeof sign,
  { http }: Orgs | Audit,
  path: string,
): Test {
  const { email, id: userId } = ada;
  const identity = { ...anonymousIdentity, kind: 'session', userId, email } as const;
  return request(`http://127.0.0.1:${http.address().port}`)
    [method](path)
    .set(sign[audience]({ ...identity, walletId: userId }, method, path))
    .set(unsignedHeaders.clientIp, '203.0.113.9');
}

describe('orgs and audit in one process', () => {
  let database: TestDatabase<'orgs' | 'audit' | 'eventlog'>;
  let redis: TestRedis;
  let logs: CollectedLogs;
  let orgs: Orgs;
  let audit: Audit;
  let lifecycles: Record<'orgs' | 'audit', Lifecycle>;
  let closeNeighbours: () => void;

  beforeAll(async () => {
    [database, redis] = await Promise.all([
      createTestDatabase({ schemas: ['orgs', 'audit', 'eventlog'] }),
      startTestRedis(),
    ]);
    logs = collectLogs();
    const loggers = { orgs: makeLogger('orgs'), audit: makeLogger('audit') };
    lifecycles = {
      orgs: createLifecycle({ logger: loggers.orgs }),
      audit: createLifecycle({ logger: loggers.audit }),
    };
    orgs = await startOrgs(
      {
        config: orgsConfig.load(makeEnvironment('orgs')),
        logger: loggers.orgs,
        lifecycle: lifecycles.orgs,
        migrationsDirectory: resolve('apps/orgs/migrations'),
      },
      {
        wallets: createFakeWalletClient(),
        orgBilling: createFakeOrgBillingClient(),
        directory: createFakeDirectoryClient([ada]),
        catalog: createFakeCatalogClient(),
      },
    );
    const config = auditConfig.load({
      ...makeEnvironment('audit'),
      ORGS_GRPC_ADDRESS: `127.0.0.1:${orgs.grpc.address().port}`,
    });
    const neighbours = connectNeighbours(config, loggers.audit);
    closeNeighbours = neighbours.close;
    audit = await startAudit(
      {
        config,
        logger: loggers.audit,
        lifecycle: lifecycles.audit,
        migrationsDirectory: resolve('apps/audit/migrations'),
      },
      neighbours,
    );
  });

  afterAll(async () => {
    await lifecycles.audit.stop();
    await lifecycles.orgs.stop();
    closeNeighbours();
    await redis.stop();
    await database.drop();
  });

  function makeLogger(service: string): ReturnType<typeof createLogger> {
    return createLogger({ service, level: 'info', destination: logs.destination });
  }

  function makeEnvironment(schema: 'orgs' | 'audit'): Readonly<Record<string, string>> {
    return {
      HTTP_PORT: '0',
      GRPC_PORT: '0',
      INTERNAL_PORT: '0',
      DATABASE_URL: database.urlOf(schema),
      REDIS_URL: redis.urlOf('orgs'),
      EVENT_LOG_DATABASE_URL: database.urlOf('eventlog'),
      DEVELOPMENT_SETTINGS: 'all',
      SERVICE_SECRET: 'service secret of the hosting tests.',
      IDENTITY_SECRET: identitySecret,
      SITE_URL: 'http://127.0.0.1:8080',
      AUTH_GRPC_ADDRESS: '127.0.0.1:1',
      BILLING_GRPC_ADDRESS: '127.0.0.1:1',
      RELAY_GRPC_ADDRESS: '127.0.0.1:1',
      BYOK_MASTER_KEY: '44'.repeat(32),
      EVIDENCE_KEY: '66'.repeat(32),
      MAIL_DIR: join(process.env['TEST_RUN_DIRECTORY'] ?? '.data', 'hosting-mail'),
    };
  }

  it('both answer: a change in one is in the log of the other', async () => {
    const made = await sendAs('post', 'orgs', orgs, '/api/orgs').send({ name: 'Acme' });
    expect(made.status).toBe(201);
    const { id } = made.body as { id: string };
    const listActions = async (): Promise<readonly string[]> => {
      const { body } = await sendAs('get', 'audit', audit, `/api/orgs/${id}/audit-log`).expect(200);
      return (body as { entries: { action: string }[] }).entries.map(({ action }) => action);
    };
    await waitUntil(async () => (await listActions()).length > 0, { timeoutMs: 30_000 });
    expect(await listActions()).toContain('org.create');
  });

  it('one stops while the other goes on, each in the order of its parts', async () => {
    await lifecycles.audit.stop();
    await expect(sendAs('get', 'audit', audit, '/api/orgs/org_1/audit-log')).rejects.toThrow();
    expect(lifecycles.audit.isReady()).toBe(false);
    expect(lifecycles.orgs.isReady()).toBe(true);
    await sendAs('get', 'orgs', orgs, '/v1/orgs').expect(200);

    await lifecycles.orgs.stop();
    await expect(sendAs('get', 'orgs', orgs, '/v1/orgs')).rejects.toThrow();
    const stopped = logs.lines().filter(({ message }) => message === 'service stopped');
    expect(stopped.map(({ service }) => service)).toEqual(['audit', 'orgs']);
    expect(logs.lines().filter(({ level }) => level === 'error')).toEqual([]);
  });
});
