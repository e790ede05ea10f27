import type { ModerationRule, OrgPolicy } from '@tollgate/contracts';

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
