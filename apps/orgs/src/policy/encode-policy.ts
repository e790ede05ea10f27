import type {
  ByokKey as ByokMessage,
  ContentRule as RuleMessage,
  OrgPolicy,
  ScopePolicy,
} from '@tollgate/contracts';
import type { Nanos } from '@tollgate/money';
import type { ByokKey } from '../byok/byok-key';
import { listAllowedPhrases, type ContentRule } from '../content-filters/content-rule';
import { resolveBreaker } from '../scopes/layer';
import type { PolicyState, ScopeState } from './read-policy';

interface Budgets {
  readonly weeklyBudgetNanos?: Nanos | null;
  readonly monthlyBudgetNanos: Nanos | null;
}

export function encodePolicy(state: PolicyState): OrgPolicy {
  const { byokKeys, members, org, rules, sequence, teams } = state;
  return {
    orgId: org.item.id,
    sequence,
    isSuspended: org.item.suspendedAt !== null,
    isDeleted: org.item.deletedAt !== null,
    org: encodeScope(org),
    teams: teams.map((team) => ({
      teamId: team.item.id,
      name: team.item.name,
      scope: encodeScope(team),
      permissionScope: [...team.item.permissionScope],
    })),
    members: members.map((member) => ({
      memberId: member.item.id,
      userId: member.item.userId,
      teamId: member.item.teamId ?? '',
      scope: encodeScope(member),
    })),
    rules: rules.map(encodeRule),
    byokKeys: byokKeys.map(encodeByokKey),
    injectionAllowedPhrases: listAllowedPhrases(rules),
  };
}

function encodeByokKey(key: ByokKey): ByokMessage {
  return {
    byokId: key.id,
    baseUrl: key.baseUrl,
    protocol: key.protocol,
    isSeamless: key.isSeamless,
    sealedKey: key.sealedKey,
    masterKeyId: key.masterKeyId,
    scopedKeyIds: [...key.scopedKeyIds],
    models: key.models
      .filter(({ isEnabled }) => isEnabled)
      .map(({ model, upstreamModel }) => ({ model, upstreamModel })),
    isFailing: key.health.status === 'failing',
  };
}

function encodeRule(rule: ContentRule): RuleMessage {
  const { action, applyTo, flags, isShadow, kind, keywords, name, teamIds } = rule;
  return {
    ...{ kind, flags, action, isShadow, name },
    ruleId: rule.id,
    template: rule.template ?? '',
    pattern: rule.pattern ?? '',
    keywords: [...keywords],
    applyTo: [...applyTo],
    teamIds: [...teamIds],
  };
}

function encodeScope({ allowedModels, breakers, item }: ScopeState<Budgets>): ScopePolicy {
  const { hourNanos, isEnabled, minuteNanos } = resolveBreaker(breakers);
  return {
    allowedModels: [...allowedModels],
    weeklyBudgetNanos: item.weeklyBudgetNanos ?? undefined,
    monthlyBudgetNanos: item.monthlyBudgetNanos ?? undefined,
    breakerMinuteNanos: isEnabled ? minuteNanos : undefined,
    breakerHourNanos: isEnabled ? hourNanos : undefined,
  };
}
