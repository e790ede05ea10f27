import type { ContentRule as ScannedRule } from '@tollgate/content-rules';

/** A rule of an organization. */
export interface ContentRule extends ScannedRule {
  readonly orgId: string;
  readonly name: string;
  readonly isEnabled: boolean;
  /** Lists show the smallest first. */
  readonly priority: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly createdBy: string;
}

export const rulesPerOrgMax = 100;

/** Of hits that are shown with a rule. */
export const hitDays = 30;

/** Phrases that the injection template of an organization lets pass. */
export function listAllowedPhrases(rules: readonly ContentRule[]): string[] {
  return rules
    .filter(({ template }) => template === 'prompt_injection')
    .flatMap(({ keywords }) => keywords);
}
