import { join } from 'node:path';
import { databaseUrl, getFreePort } from '@tollgate/embedded';
import type { Gateway } from './gateway';
import { readSecrets, startSecondEdge, type SecondEdge } from './second-edge';
import { startApp } from './start-app';

/** Another video service of the same stack, with an edge in front that knows no other. */
export async function startSecondVideo(
  first: Gateway,
  environment: Readonly<Record<string, string>>,
): Promise<SecondEdge> {
  const [http, internal] = await Promise.all([getFreePort(), getFreePort()]);
  const secret = readSecrets(first);
  const { databaseUrl: adminUrl, siteUrl } = first.credentials();
  const database = decodeURIComponent(new URL(adminUrl).pathname.slice(1));
  const owner = { role: 'video', schema: 'video', password: secret('videoPassword') };
  const video = await startApp(first, {
    app: 'video',
    environment: {
      BIND_HOST: '127.0.0.1',
      HTTP_PORT: String(http),
      INTERNAL_PORT: String(internal),
      DATABASE_URL: databaseUrl(adminUrl, { database, owner }),
      SITE_URL: siteUrl,
      SERVICE_SECRET: secret('serviceSecret'),
      IDENTITY_SECRET: secret('identitySecret'),
      BILLING_GRPC_ADDRESS: `127.0.0.1:${first.portOf('billing-grpc')}`,
      RELAY_GRPC_ADDRESS: `127.0.0.1:${first.portOf('relay-grpc')}`,
      OBJECT_DIR: join(first.dataDirectory, 'objects'),
      ...environment,
    },
    readyUrl: `http://127.0.0.1:${internal}/readyz`,
  });
  const edge = await startSecondEdge(first, { videoUrl: `http://127.0.0.1:${http}` });
  return {
    gateway: edge.gateway,
    stop: async () => {
      await edge.stop();
      await video.stop();
    },
  };
}
