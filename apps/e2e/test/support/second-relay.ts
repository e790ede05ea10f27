import { join } from 'node:path';
import { databaseUrl, getFreePort } from '@tollgate/embedded';
import type { Gateway } from './gateway';
import { readSecrets, startSecondEdge, type SecondEdge } from './second-edge';
import { simulatorUrl } from './simulator';
import { startApp } from './start-app';

/** Another relay of the same stack, with an edge in front that knows no other. */
export async function startSecondRelay(first: Gateway): Promise<SecondEdge> {
  const [http, grpc, internal] = await Promise.all([getFreePort(), getFreePort(), getFreePort()]);
  const relay = await startApp(first, {
    app: 'relay',
    environment: {
      BIND_HOST: '127.0.0.1',
      HTTP_PORT: String(http),
      GRPC_PORT: String(grpc),
      INTERNAL_PORT: String(internal),
      INSTANCE_ID: 'relay-2',
      SPOOL_DIR: join(first.dataDirectory, 'spool', 'relay-2'),
      OBJECT_DIR: join(first.dataDirectory, 'objects'),
      ...makeEnvironment(first),
    },
    readyUrl: `http://127.0.0.1:${internal}/readyz`,
  });
  const edge = await startSecondEdge(first, { relayUrl: `http://127.0.0.1:${http}` });
  return {
    gateway: edge.gateway,
    stop: async () => {
      await edge.stop();
      await relay.stop();
    },
  };
}

function makeEnvironment(first: Gateway): Record<string, string> {
  const secret = readSecrets(first);
  const { databaseUrl: adminUrl, redisUrl, siteUrl } = first.credentials();
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const schemaUrl = (role: string): string =>
    databaseUrl(adminUrl, {
      database,
      owner: { role, schema: role, password: secret(`${role}Password`) },
    });
  return {
    DATABASE_URL: schemaUrl('relay'),
    EVENT_LOG: 'postgres',
    EVENT_LOG_DATABASE_URL: schemaUrl('eventlog'),
    REDIS_URL: redisUrl,
    SITE_URL: siteUrl,
    SERVICE_SECRET: secret('serviceSecret'),
    IDENTITY_SECRET: secret('identitySecret'),
    SECRETS_KEY: secret('secretsKey'),
    BYOK_MASTER_KEY: secret('byokMasterKey'),
    EVIDENCE_KEY: secret('evidenceKey'),
    OUTBOUND_ALLOW_HTTP: '1',
    BILLING_GRPC_ADDRESS: `127.0.0.1:${first.portOf('billing-grpc')}`,
    ORGS_GRPC_ADDRESS: `127.0.0.1:${first.portOf('orgs-grpc')}`,
    SIMULATOR_URL: simulatorUrl(first),
  };
}
