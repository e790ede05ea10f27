import type { PolicyServiceServer } from '@tollgate/contracts';
import { unaryHandler } from '@tollgate/rpc';
import type { PolicyStore } from '../use-cases/ports';
import type { ReadPolicy } from '../use-cases/read-policy';
import { encodePolicy } from './encode-policy';

const changesMax = 1_000;
/** The platform's own rules stand under it. */
const platformId = '';

export interface PolicyServiceOptions {
  readonly readPolicy: ReadPolicy;
  readonly policies: PolicyStore;
}

/** Tells the relays what stands over calls, and what of it has changed. */
export function createPolicyService(options: PolicyServiceOptions): PolicyServiceServer {
  const { policies, readPolicy } = options;
  return {
    getPolicy: unaryHandler(async ({ orgId }) => ({
      policy: encodePolicy(await readPolicy(orgId)),
    })),

    listPolicyChanges: unaryHandler(async ({ afterSequence }) => {
      const { clock, last, orgIds } = await policies.listChanges(afterSequence, changesMax);
      // Who begins knows nothing; who is ahead of the clock knew a database that is gone.
      const isReset = afterSequence === 0n || afterSequence > clock;
      if (isReset) return { orgIds: [], sequence: clock, isReset };
      return { orgIds: [...orgIds], sequence: last, isReset };
    }),

    getModeration: unaryHandler(async () => ({
      rules: [],
      sequence: await policies.getSequence(platformId),
    })),

    reportByokHealth: unaryHandler(() => Promise.resolve({})),
  };
}
