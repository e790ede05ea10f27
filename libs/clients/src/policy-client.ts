import { PolicyServiceClient, type OrgPolicy } from '@tollgate/contracts';
import type { PolicySource } from '@tollgate/policy';
import { createPromiseClient } from '@tollgate/rpc';
import type { ClientOptions } from './client-options';

export interface ByokReport {
  readonly byokId: string;
  readonly orgId: string;
  /** Calls that the provider refused to authenticate since the last accepted one. */
  readonly authFailures: number;
  readonly hasSucceeded: boolean;
  readonly lastError: string;
}

/** Policies of organizations, from the orgs service. */
export interface PolicyClient extends PolicySource {
  load(orgId: string, requestId?: string): Promise<OrgPolicy>;
  reportByokHealth(report: ByokReport): Promise<void>;
  close(): void;
}

const defaultDeadlineMs = 2_000;

export function createPolicyClient(options: ClientOptions): PolicyClient {
  const deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
  const rpc = createPromiseClient(PolicyServiceClient, options, {
    getPolicy: deadlineMs,
    getModeration: deadlineMs,
    listPolicyChanges: deadlineMs,
    reportByokHealth: deadlineMs,
  });
  return {
    async load(orgId, requestId) {
      const { policy } = await rpc.getPolicy({ orgId }, { requestId });
      if (policy === undefined) throw new Error('a policy without content');
      return policy;
    },
    loadModeration: async () => (await rpc.getModeration({})).rules,
    listChanges: (afterSequence) => rpc.listPolicyChanges({ afterSequence }),
    async reportByokHealth(report) {
      await rpc.reportByokHealth(report);
    },
    close: rpc.close,
  };
}
