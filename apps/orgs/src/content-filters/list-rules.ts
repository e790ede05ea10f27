import { compileRules, type ScanResult, scanTexts } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import { requireOrgRole } from '@tollgate/org-access';
import type { Clock, OrgDatabase } from '../shared/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { type ContentRule, hitDays, listAllowedPhrases } from './content-rule';

export interface RuleView {
  readonly rule: ContentRule;
  readonly hits: number;
}

type Request = Omit<OrgRequest, 'roles'>;

export interface ListRules {
  /** By priority. */
  readonly list: (request: Request) => Promise<readonly RuleView[]>;
  readonly get: (request: Request, ruleId: string) => Promise<RuleView>;
  /** Without a role check, for callers that did it. */
  readonly view: (rules: readonly ContentRule[]) => Promise<readonly RuleView[]>;
}

const dayMs = 86_400_000;

export function listRulesUseCase(ports: {
  readonly database: OrgDatabase;
  readonly clock: Clock;
}): ListRules {
  const { clock, database } = ports;

  async function view(rules: readonly ContentRule[]): Promise<readonly RuleView[]> {
    const since = new Date(clock.now().getTime() - (hitDays - 1) * dayMs);
    const hits = await database.rules.countHits(
      rules.map(({ id }) => id),
      since,
    );
    return rules.map((rule) => ({ rule, hits: hits.get(rule.id) ?? 0 }));
  }

  async function requireAdmin({ orgId, requester }: Request): Promise<void> {
    const need = { orgId, roles: adminOnly, requestId: requester.actor.requestId };
    await requireOrgRole(requester.identity, need, database.members);
  }

  return {
    view,
    list: async (request) => {
      await requireAdmin(request);
      return view(await database.rules.list(request.orgId));
    },
    get: async (request, ruleId) => {
      await requireAdmin(request);
      const rule = await database.rules.find(request.orgId, ruleId);
      const [found] = rule === undefined ? [] : await view([rule]);
      if (found === undefined) throw makeNoRuleError();
      return found;
    },
  };
}

export function makeNoRuleError(): AppError {
  return new AppError('not_found', { message: 'No such content rule' });
}

export type TestRules = (request: Omit<OrgRequest, 'roles'>, text: string) => Promise<ScanResult>;

/** Applies all enabled rules to a text, whatever teams they are for. */
export function testRulesUseCase({ database }: { readonly database: OrgDatabase }): TestRules {
  return async ({ orgId, requester }, text) => {
    const need = { orgId, roles: adminOnly, requestId: requester.actor.requestId };
    await requireOrgRole(requester.identity, need, database.members);
    const rules = (await database.rules.list(orgId)).filter(({ isEnabled }) => isEnabled);
    const forAll = rules.map((rule) => ({ ...rule, teamIds: [] }));
    const set = compileRules(forAll, listAllowedPhrases(rules));
    return scanTexts(set, [{ role: 'user', text, isNew: true }], { wantsSpans: true });
  };
}
