import { getFreePort } from '@tollgate/embedded';
import type { Gateway } from './gateway';
import { startBehindEdge, type SecondEdge } from './second-edge';

/** Another video service of the same stack, with an edge in front that knows no other. */
export async function startSecondVideo(
  first: Gateway,
  environment: Readonly<Record<string, string>>,
): Promise<SecondEdge> {
  return startBehindEdge(first, {
    app: 'video',
    httpPort: await getFreePort(),
    environment: {
      RELAY_GRPC_ADDRESS: `127.0.0.1:${first.portOf('relay-grpc')}`,
      ORGS_GRPC_ADDRESS: `127.0.0.1:${first.portOf('orgs-grpc')}`,
      ...environment,
    },
  });
}
