import { join } from 'node:path';
import { getFreePort } from '@tollgate/embedded';
import type { Gateway } from './gateway';
import {
  makeRedisUrl,
  makeSchemaUrl,
  readSecrets,
  startBehindEdge,
  type SecondEdge,
} from './second-edge';
import { simulatorUrl } from './simulator';

/** Another relay of the same stack, with an edge in front that knows no other. */
export async function startSecondRelay(first: Gateway): Promise<SecondEdge> {
  const [httpPort, grpc] = await Promise.all([getFreePort(), getFreePort()]);
  const secret = readSecrets(first);
  return startBehindEdge(first, {
    app: 'relay',
    httpPort,
    environment: {
      GRPC_PORT: String(grpc),
      INSTANCE_ID: 'relay-2',
      SPOOL_DIR: join(first.dataDirectory, 'spool', 'relay-2'),
      EVENT_LOG: 'postgres',
      EVENT_LOG_DATABASE_URL: makeSchemaUrl(first, 'eventlog'),
      REDIS_URL: makeRedisUrl(first, 'relay'),
      SECRETS_KEY: secret('secretsKey'),
      BYOK_MASTER_KEY: secret('byokMasterKey'),
      EVIDENCE_KEY: secret('evidenceKey'),
      OUTBOUND_ALLOW_HTTP: '1',
      ORGS_GRPC_ADDRESS: `127.0.0.1:${first.portOf('orgs-grpc')}`,
      SIMULATOR_URL: simulatorUrl(first),
    },
  });
}
