import { isDeepStrictEqual } from 'node:util';
import { findRuleFault } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { ChangeOrg } from '../organizations/change-org';
import type { Stores } from '../shared/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { type ContentRule, rulesPerOrgMax } from './content-rule';
import { makeNoRuleError } from './list-rules';

type Request = Omit<OrgRequest, 'roles'>;

export interface ChangeRules {
  /** Raises: conflict when the maximum of rules is reached. */
  readonly create: (request: Request, ulid: string, settings: RuleSettings) => Promise<ContentRule>;
  readonly update: (
    request: Request,
    ruleId: string,
    change: Partial<RuleSettings>,
  ) => Promise<ContentRule>;
  readonly remove: (request: Request, ruleId: string) => Promise<void>;
}

/** A rule that is changed or removed must be there: `not_found`. */
export function changeRulesUseCase({ changeOrg }: { readonly changeOrg: ChangeOrg }): ChangeRules {
  return {
    create: (request, ulid, settings) =>
      changeOrg({ ...request, roles: adminOnly }, async ({ now, record, rules, teams }) => {
        const { orgId, requester } = request;
        const id = idPrefixes.contentRule + ulid;
        const made = await rules.find(orgId, id);
        if (made) return made;
        await assertRule({ teams }, orgId, settings);
        if ((await rules.list(orgId)).length >= rulesPerOrgMax) {
          throw new AppError('conflict', {
            message: `An organization has at most ${rulesPerOrgMax} content rules`,
          });
        }
        const dates = { createdAt: now, updatedAt: now, createdBy: requester.actor.userId };
        const rule: ContentRule = { id, orgId, ...settings, ...dates };
        await rules.insert(rule);
        const target = { type: 'content_rule', id } as const;
        await record({ action: 'content_filter.create', target, after: describeRule(rule) });
        return rule;
      }),

    update: (request, ruleId, change) =>
      changeOrg({ ...request, roles: adminOnly }, async ({ now, record, rules, teams }) => {
        const before = await rules.find(request.orgId, ruleId);
        if (!before) throw makeNoRuleError();
        const changed = { ...before, ...change };
        await assertRule({ teams }, request.orgId, changed);
        if (isDeepStrictEqual(before, changed)) return before;
        const after = { ...changed, updatedAt: now };
        await rules.update(after);
        await record({
          action: 'content_filter.update',
          target: { type: 'content_rule', id: ruleId },
          before: describeRule(before),
          after: describeRule(after),
        });
        return after;
      }),

    remove: (request, ruleId) =>
      changeOrg({ ...request, roles: adminOnly }, async ({ record, rules }) => {
        const before = await rules.find(request.orgId, ruleId);
        if (!before) throw makeNoRuleError();
        await rules.delete(ruleId);
        await record({
          action: 'content_filter.delete',
          target: { type: 'content_rule', id: ruleId },
          before: describeRule(before),
        });
      }),
  };
}

/** The part of a rule that its author sets. */
export type RuleSettings = Omit<
  ContentRule,
  'id' | 'orgId' | 'createdAt' | 'updatedAt' | 'createdBy'
>;

/** Raises: unsupported_param for what no engine or team stands behind. */
export async function assertRule(
  { teams }: Pick<Stores, 'teams'>,
  orgId: string,
  settings: RuleSettings,
): Promise<void> {
  const fault = findRuleFault(settings);
  if (fault !== undefined) throw makeRuleError(fault, nameParameter(settings));
  if (settings.teamIds.length === 0) return;
  const known = new Set((await teams.list(orgId)).map(({ id }) => id));
  const foreign = settings.teamIds.find((id) => !known.has(id));
  if (foreign !== undefined)
    throw makeRuleError('teamIds names a team that is not here', 'teamIds');
}

function nameParameter({ kind }: RuleSettings): string {
  return { template: 'template', keyword: 'keywords', regex: 'pattern' }[kind];
}

function makeRuleError(message: string, param: string): AppError {
  return new AppError('unsupported_param', { message, param });
}

/** For the audit log. */
export function describeRule(rule: ContentRule): object {
  const { action, applyTo, flags, isEnabled, isShadow, keywords, kind, name } = rule;
  const { pattern, priority, teamIds, template } = rule;
  return {
    ...{ name, kind, template, pattern, flags, keywords, action },
    ...{ enabled: isEnabled, shadow: isShadow, priority, applyTo, teamIds },
  };
}
