import { isCloudProtocol } from '@tollgate/cloud-auth';
import {
  compileRules,
  ruleActions,
  ruleKinds,
  templateNames,
  textRoles,
  type ContentRule,
  type RuleSet,
} from '@tollgate/content-rules';
import type {
  ByokKey as ByokMessage,
  ContentRule as RuleMessage,
  MemberPolicy,
  OrgPolicy,
  ScopePolicy,
  TeamPolicy,
} from '@tollgate/contracts';
import { AppError } from '@tollgate/errors';
import type { OrgCaller } from '@tollgate/identity';
import { compileAllowedModels, findDenyingScope } from './allowed-models';
import type { ByokKey, CallerPolicy } from './caller-policy';
import { listScopeLimits, type SpendingScope } from './list-scope-limits';

/** The policy of an organization, compiled for lookups by caller. */
export interface CompiledPolicy {
  readonly sequence: bigint;
  /** Raises: forbidden, for a caller who is no longer a member. */
  readonly findFor: (caller: OrgCaller) => CallerPolicy;
}

const emptyScope: ScopePolicy = {
  allowedModels: [],
  weeklyBudgetNanos: undefined,
  monthlyBudgetNanos: undefined,
  breakerMinuteNanos: undefined,
  breakerHourNanos: undefined,
};

/** Made once per change: calls only look things up. */
export function compilePolicy(message: OrgPolicy, rules: RuleSet | null): CompiledPolicy {
  const teams = new Map(message.teams.map((team) => [team.teamId, team]));
  const members = new Map(message.members.map((member) => [member.memberId, member]));
  const byokKeys = message.byokKeys.map((key) => readByokKey(key, message.orgId));
  const known = new Map<string, CallerPolicy>();

  function make({ memberId, teamId: teamOfKey }: OrgCaller): CallerPolicy {
    const member = memberId === '' ? undefined : members.get(memberId);
    if (memberId !== '' && member === undefined) throw makeLeftError();
    const teamId = member?.teamId ?? teamOfKey;
    const team = teamId === '' ? undefined : teams.get(teamId);
    if (teamId !== '' && team === undefined) throw makeTeamGoneError();
    const scopes = listScopes(message, { team, member });
    return {
      orgId: message.orgId,
      teamId,
      memberId,
      allowsModel: compileAllowedModels(scopes.map(({ policy }) => policy.allowedModels)),
      findDenyingScope: (modelId) =>
        findDenyingScope(
          scopes.map(({ policy, scope }) => ({ scope, patterns: policy.allowedModels })),
          modelId,
        ),
      team: team ? { name: team.name, scopes: new Set(team.permissionScope) } : null,
      limits: listScopeLimits(scopes),
      rules,
      byokKeys,
    };
  }

  return {
    sequence: message.sequence,
    findFor: (caller) => {
      if (message.isSuspended || message.isDeleted) throw makeSuspendedError();
      const key = `${caller.memberId} ${caller.teamId}`;
      const found = known.get(key) ?? make(caller);
      known.set(key, found);
      return found;
    },
  };
}

function listScopes(
  { org, orgId }: OrgPolicy,
  { member, team }: { member: MemberPolicy | undefined; team: TeamPolicy | undefined },
): SpendingScope[] {
  return [
    ...(member ? [scopeOf('member', member.memberId, member.scope)] : []),
    ...(team ? [scopeOf('team', team.teamId, team.scope)] : []),
    scopeOf('org', orgId, org),
  ];
}

function scopeOf(
  scope: SpendingScope['scope'],
  scopeId: string,
  policy: ScopePolicy | undefined,
): SpendingScope {
  return { scope, scopeId, policy: policy ?? emptyScope };
}

/** Null: there are no rules. A rule of an unknown kind is left out and reported. */
export function compileContentRules(
  { injectionAllowedPhrases, rules }: Pick<OrgPolicy, 'injectionAllowedPhrases' | 'rules'>,
  onUnknown: (ruleId: string) => void,
): RuleSet | null {
  const readable = rules.flatMap((rule) => {
    const read = readRule(rule);
    if (read === undefined) onUnknown(rule.ruleId);
    return read ?? [];
  });
  return readable.length === 0 ? null : compileRules(readable, injectionAllowedPhrases);
}

function readRule(message: RuleMessage): ContentRule | undefined {
  const kind = ruleKinds.find((known) => known === message.kind);
  const action = ruleActions.find((known) => known === message.action);
  const template = templateNames.find((known) => known === message.template) ?? null;
  if (kind === undefined || action === undefined) return undefined;
  if (kind === 'template' && template === null) return undefined;
  const { flags, isShadow, keywords, pattern, ruleId: id, teamIds } = message;
  const applyTo = textRoles.filter((role) => message.applyTo.includes(role));
  return { id, kind, action, template, pattern, flags, keywords, applyTo, teamIds, isShadow };
}

function readByokKey(message: ByokMessage, orgId: string): ByokKey {
  return {
    id: message.byokId,
    orgId,
    baseUrl: message.baseUrl,
    protocol: readProtocol(message.protocol),
    isSeamless: message.isSeamless,
    sealedKey: message.sealedKey,
    masterKeyId: message.masterKeyId,
    scopedKeyIds: new Set(message.scopedKeyIds),
    upstreamModels: new Map(message.models.map((one) => [one.model, one.upstreamModel])),
    isFailing: message.isFailing,
  };
}

function readProtocol(name: string): ByokKey['protocol'] {
  return name === 'anthropic' || isCloudProtocol(name) ? name : 'openai';
}

function makeSuspendedError(): AppError {
  return new AppError('forbidden', {
    message: 'This organization is suspended',
    metadata: { scope: 'org' },
  });
}

function makeLeftError(): AppError {
  return new AppError('forbidden', {
    message: 'The member of this key has left the organization',
    metadata: { scope: 'member' },
  });
}

function makeTeamGoneError(): AppError {
  return new AppError('forbidden', {
    message: 'The team of this key does not exist any more',
    metadata: { scope: 'team' },
  });
}
