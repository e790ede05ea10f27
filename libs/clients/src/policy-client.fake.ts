import type { ModerationRule, OrgPolicy } from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { ByokReport, PolicyClient } from './policy-client';

export interface FakePolicyClient extends PolicyClient {
  readonly reports: readonly ByokReport[];
}

/** Answers from the given policies, which may change at any time; changes are never announced. */
export function createFakePolicyClient(
  policies: ReadonlyMap<string, OrgPolicy> = new Map(),
  moderation: readonly ModerationRule[] = [],
): FakePolicyClient {
  const reports: ByokReport[] = [];
  return {
    reports,
    async load(orgId) {
      const policy = policies.get(orgId);
      if (policy === undefined) throw new AppError('not_found');
      return policy;
    },
    loadModeration: async () => moderation,
    listChanges: async (afterSequence) => ({
      orgIds: [],
      sequence: afterSequence,
      isReset: false,
    }),
    reportByokHealth: async (report) => void reports.push(report),
    close: () => undefined,
  };
}
