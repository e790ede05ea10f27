import type { AuthServiceClient } from '@tollgate/contracts';
import { callUnary } from '@tollgate/rpc';
import type { UserCounts } from '../domain/overview';

const deadlineMs = 2_000;

/** Throws when auth cannot say. */
export function createCountUsers(
  client: AuthServiceClient,
): (requestId: string) => Promise<UserCounts> {
  const call = client.countUsers.bind(client);
  return async (requestId) => {
    const counts = await callUnary(call, {}, { deadlineMs, requestId });
    return {
      total: Number(counts.total),
      verified: Number(counts.verified),
      suspended: Number(counts.suspended),
      createdLastDay: Number(counts.createdLastDay),
    };
  };
}
