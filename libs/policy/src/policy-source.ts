import type { ModerationRule, OrgPolicy, PolicyServiceClient } from '@tollgate/contracts';
import { callUnary } from '@tollgate/rpc';

export interface PolicyChanges {
  readonly orgIds: readonly string[];
  readonly sequence: bigint;
  readonly isReset: boolean;
}

/** Where policies come from. */
export interface PolicySource {
  load(orgId: string): Promise<OrgPolicy>;
  loadModeration(): Promise<readonly ModerationRule[]>;
  listChanges(afterSequence: bigint): Promise<PolicyChanges>;
}

const deadlineMs = 2_000;

export function createPolicySource(client: PolicyServiceClient): PolicySource {
  const getPolicy = client.getPolicy.bind(client);
  const getModeration = client.getModeration.bind(client);
  const listPolicyChanges = client.listPolicyChanges.bind(client);
  const options = { deadlineMs, requestId: '' };
  return {
    load: async (orgId) => {
      const { policy } = await callUnary(getPolicy, { orgId }, options);
      if (policy === undefined) throw new Error('a policy without content');
      return policy;
    },
    loadModeration: async () => (await callUnary(getModeration, {}, options)).rules,
    listChanges: (afterSequence) => callUnary(listPolicyChanges, { afterSequence }, options),
  };
}
