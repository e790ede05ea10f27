import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFreePort } from '@tollgate/embedded';
import { callApi } from './api-call';
import type { Gateway } from './gateway';
import { startApp } from './start-app';

/** Another instance in front of the same services. */
export interface SecondEdge {
  readonly gateway: Gateway;
  readonly stop: () => Promise<void>;
}

/** Who answers in the place of a service of the stack. */
export interface OtherServices {
  readonly relayUrl?: string;
  readonly videoUrl?: string;
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

export function readSecrets(gateway: Gateway): (name: string) => string {
  const file = join(gateway.dataDirectory, 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return (name) => secrets[name] ?? '';
}

async function makeEnvironment(
  first: Gateway,
  port: number,
  { relayUrl, videoUrl }: OtherServices,
): Promise<Record<string, string>> {
  const secret = readSecrets(first);
  const { adminToken, redisUrl, siteUrl } = first.credentials();
  const url = (part: string): string => `http://127.0.0.1:${first.portOf(`${part}-http`)}`;
  const grpc = (part: string): string => `127.0.0.1:${first.portOf(`${part}-grpc`)}`;
  return {
    PORT: String(port),
    EDGE_HOST: '127.0.0.1',
    BIND_HOST: '127.0.0.1',
    INTERNAL_PORT: String(await getFreePort()),
    REDIS_URL: redisUrl,
    SITE_URL: siteUrl,
    SERVICE_SECRET: secret('serviceSecret'),
    IDENTITY_SECRET: secret('identitySecret'),
    ADMIN_TOKEN: adminToken,
    TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
    EDGE_INSTANCES: '2',
    AUTH_URL: url('auth'),
    BILLING_URL: url('billing'),
    ORGS_URL: url('orgs'),
    RELAY_URL: relayUrl ?? url('relay'),
    VIDEO_URL: videoUrl ?? url('video'),
    AUDIT_URL: url('audit'),
    AUTH_GRPC_ADDRESS: grpc('auth'),
    BILLING_GRPC_ADDRESS: grpc('billing'),
  };
}
