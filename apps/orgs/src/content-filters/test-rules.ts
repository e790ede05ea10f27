import { compileRules, scanTexts, type ScanResult } from '@tollgate/content-rules';
import { requireOrgRole } from '@tollgate/org-access';
import type { OrgDatabase } from '../shared/ports';
import { adminOnly, type OrgRequest } from '../shared/requester';
import { listAllowedPhrases } from './content-rule';

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
