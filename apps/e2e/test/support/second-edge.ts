import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getFreePort } from '@tollgate/embedded';
import { waitUntil } from '@tollgate/testing';
import { callApi } from './api-call';
import type { Gateway } from './gateway';

/** Another instance in front of the same services. */
export interface SecondEdge {
  readonly gateway: Gateway;
  readonly stop: () => Promise<void>;
}

export async function startSecondEdge(first: Gateway): Promise<SecondEdge> {
  const port = await getFreePort();
  const child = spawn(process.execPath, [join('dist', 'apps', 'edge', 'main.js')], {
    env: { PATH: process.env['PATH'], ...(await makeEnvironment(first, port)) },
    stdio: 'ignore',
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  const isReady = async (): Promise<boolean> => {
    if (child.exitCode !== null) throw new Error(`the second edge ended with ${child.exitCode}`);
    return (await callApi(`${baseUrl}/readyz`).catch(() => undefined))?.status === 200;
  };
  await waitUntil(isReady, { timeoutMs: 20_000, what: 'the second edge' });
  return {
    gateway: { ...first, baseUrl, port, call: (path, call) => callApi(`${baseUrl}${path}`, call) },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

async function makeEnvironment(first: Gateway, port: number): Promise<Record<string, string>> {
  const file = join(first.dataDirectory, 'secrets.json');
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
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
    SERVICE_SECRET: secrets['serviceSecret'] ?? '',
    IDENTITY_SECRET: secrets['identitySecret'] ?? '',
    ADMIN_TOKEN: adminToken,
    TRUSTED_PROXIES: '127.0.0.1/32,::1/128',
    EDGE_INSTANCES: '2',
    AUTH_URL: url('auth'),
    BILLING_URL: url('billing'),
    ORGS_URL: url('orgs'),
    RELAY_URL: url('relay'),
    AUDIT_URL: url('audit'),
    AUTH_GRPC_ADDRESS: grpc('auth'),
    BILLING_GRPC_ADDRESS: grpc('billing'),
  };
}
