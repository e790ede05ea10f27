import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, getFreePort } from '@tollgate/embedded';
import { changeRedisUser, type RedisUser } from '@tollgate/store-address';
import { callApi } from './api-call';
import type { Gateway } from './gateway';
import { startApp } from './start-app';

/** Another instance in front of the same services. */
export interface SecondEdge {
  readonly gateway: Gateway;
  readonly stop: () => Promise<void>;
}

/** The URLs that replace services of the stack. */
export interface OtherServices {
  readonly billingUrl?: string | undefined;
  readonly relayUrl?: string | undefined;
  readonly videoUrl?: string | undefined;
}

export async function startSecondEdge(
  first: Gateway,
  others: OtherServices = {},
): Promise<SecondEdge> {
  const port = await getFreePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { stop } = await startApp(first, {
    app: 'edge',
    environment: await makeEnvironment(first, port, others),
    readyUrl: `${baseUrl}/readyz`,
  });
  return {
    gateway: { ...first, baseUrl, port, call: (path, call) => callApi(`${baseUrl}${path}`, call) },
    stop,
  };
}

/** A second service of the same stack, with an edge in front that knows no other. */
export async function startBehindEdge(
  first: Gateway,
  options: {
    readonly app: 'relay' | 'video';
    readonly httpPort: number;
    readonly environment: Readonly<Record<string, string>>;
  },
): Promise<SecondEdge> {
  const { app, httpPort } = options;
  const internal = await getFreePort();
  const service = await startApp(first, {
    app,
    environment: {
      BIND_HOST: '127.0.0.1',
      HTTP_PORT: String(httpPort),
      INTERNAL_PORT: String(internal),
      DATABASE_URL: makeSchemaUrl(first, app),
      SITE_URL: first.credentials().siteUrl,
      DEVELOPMENT_SETTINGS: 'all',
      SERVICE_SECRET: readSecrets(first)('serviceSecret'),
      IDENTITY_SECRET: readSecrets(first)('identitySecret'),
      BILLING_GRPC_ADDRESS: `127.0.0.1:${first.portOf('billing-grpc')}`,
      OBJECT_DIR: join(first.dataDirectory, 'objects'),
      ...options.environment,
    },
    readyUrl: `http://127.0.0.1:${internal}/readyz`,
  });
  const edge = await startSecondEdge(first, { [`${app}Url`]: `http://127.0.0.1:${httpPort}` });
  return {
    gateway: edge.gateway,
    stop: async () => {
      await edge.stop();
      await service.stop();
    },
  };
}

/** Of the database as the owner of one schema sees it. */
export function makeSchemaUrl(first: Gateway, role: string): string {
  const adminUrl = first.credentials().databaseUrl;
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const password = readSecrets(first)(`${role}Password`);
  return databaseUrl(adminUrl, { database, owner: { role, schema: role, password } });
}

/** Of Redis as the user of one service sees it. */
export function makeRedisUrl(first: Gateway, user: RedisUser): string {
  const password = readSecrets(first)(`${user}RedisPassword`);
  return changeRedisUser(first.credentials().redisUrl, user, password);
}

export function readSecrets(gateway: Gateway): (name: string) => string {
  const file = join(gateway.dataDirectory, 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return (name) => secrets[name] ?? '';
}

async function makeEnvironment(
  first: Gateway,
  port: number,
  { billingUrl, relayUrl, videoUrl }: OtherServices,
): Promise<Record<string, string>> {
  const secret = readSecrets(first);
  const { adminToken, siteUrl } = first.credentials();
  const url = (part: string): string => `http://127.0.0.1:${first.portOf(`${part}-http`)}`;
  const grpc = (part: string): string => `127.0.0.1:${first.portOf(`${part}-grpc`)}`;
  return {
    PORT: String(port),
    EDGE_HOST: '127.0.0.1',
    BIND_HOST: '127.0.0.1',
    INTERNAL_PORT: String(await getFreePort()),
    REDIS_URL: makeRedisUrl(first, 'edge'),
    EVENT_LOG: 'postgres',
    EVENT_LOG_DATABASE_URL: makeSchemaUrl(first, 'eventlog'),
    SITE_URL: siteUrl,
    DEVELOPMENT_SETTINGS: 'all',
    SERVICE_SECRET: secret('serviceSecret'),
    IDENTITY_SECRET: secret('identitySecret'),
    ADMIN_TOKEN: adminToken,
    TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
    EDGE_INSTANCES: '2',
    AUTH_URL: url('auth'),
    BILLING_URL: billingUrl ?? url('billing'),
    ORGS_URL: url('orgs'),
    RELAY_URL: relayUrl ?? url('relay'),
    VIDEO_URL: videoUrl ?? url('video'),
    AUDIT_URL: url('audit'),
    AUTH_GRPC_ADDRESS: grpc('auth'),
  };
}
