import type { ModerationRule as RuleMessage, PolicyServiceServer } from '@tollgate/contracts';
import { unaryHandler } from '@tollgate/rpc';
import type { NoteByokHealth } from '../byok/probe-byok';
import { platformId } from '../moderation/manage-moderation';
import type { ModerationRule } from '../moderation/moderation';
import type { ModerationRuleStore } from '../moderation/ports';
import { encodePolicy } from './encode-policy';
import type { PolicyStore } from './ports';
import type { ReadPolicy } from './read-policy';

const changesMax = 1_000;
export interface PolicyServiceOptions {
  readonly readPolicy: ReadPolicy;
  readonly policies: PolicyStore;
  readonly moderationRules: Pick<ModerationRuleStore, 'list'>;
  readonly noteByokHealth: NoteByokHealth;
}

/** Policies, moderation rules and their changes for the relays. */
export function createPolicyService(options: PolicyServiceOptions): PolicyServiceServer {
  const { moderationRules, noteByokHealth, policies, readPolicy } = options;
  return {
    getPolicy: unaryHandler(async ({ orgId }) => ({
      policy: encodePolicy(await readPolicy(orgId)),
    })),

    listPolicyChanges: unaryHandler(async ({ afterSequence }) => {
      const { clock, last, orgIds } = await policies.listChanges(afterSequence, changesMax);
      // 0: the relay has no snapshot. Ahead of our clock: the database was restored.
      const isReset = afterSequence === 0n || afterSequence > clock;
      if (isReset) return { orgIds: [], sequence: clock, isReset };
      return { orgIds: [...orgIds], sequence: last, isReset };
    }),

    getModeration: unaryHandler(async () => {
      const sequence = await policies.getSequence(platformId);
      const rules = (await moderationRules.list()).filter(({ isEnabled }) => isEnabled);
      return { rules: rules.map(encodeRule), sequence };
    }),

    reportByokHealth: unaryHandler(async ({ byokId, orgId, ...news }) => {
      await noteByokHealth({ byokId, orgId }, news);
      return {};
    }),
  };
}

function encodeRule({ category, id, keywords, kind, pattern }: ModerationRule): RuleMessage {
  return { ruleId: id, kind, keywords: [...keywords], pattern: pattern ?? '', category };
}
