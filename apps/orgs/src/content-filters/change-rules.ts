import { isDeepStrictEqual } from 'node:util';
import { AppError } from '@tollgate/errors';
import { idPrefixes } from '@tollgate/ids';
import type { ChangeOrg } from '../organizations/change-org';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { assertRule, describeRule, type RuleSettings } from './check-rule';
import { rulesPerOrgMax, type ContentRule } from './content-rule';
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
