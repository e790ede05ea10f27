import { findRuleFault } from '@tollgate/content-rules';
import { AppError } from '@tollgate/errors';
import type { Stores } from '../shared/ports';
import type { ContentRule } from './content-rule';

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
