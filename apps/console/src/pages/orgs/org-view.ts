import { compact, readChoice, readText, type Search } from '../../app/search';

/** The codes with which content rules refuse a call. */
export const ruleCodes = ['content_filter', 'invalid_prompt'] as const;
export const sessionStatuses = ['active', 'expired', 'revoked', 'all'] as const;

/** What the sections of an organization show, as it stands in the URL; each uses its own. */
export interface OrgView {
  /** The request id of the refusal that is explained. */
  readonly refusal?: string;
  /** Refusals of this content rule, and the rule that is marked in the list. */
  readonly rule?: string;
  readonly code?: (typeof ruleCodes)[number];
  /** Of reports: `2026-11`. */
  readonly month?: string;
  /** Of the audit log. */
  readonly action?: string;
  /** Of institution sessions: the class, the state and the address of the student. */
  readonly class?: string;
  readonly sessions?: (typeof sessionStatuses)[number];
  readonly student?: string;
}

const monthPattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

export function readOrgView(search: Search): OrgView {
  const month = readText(search, 'month');
  return compact({
    refusal: readText(search, 'refusal'),
    rule: readText(search, 'rule'),
    code: readChoice(search, 'code', ruleCodes),
    month: month !== undefined && monthPattern.test(month) ? month : undefined,
    action: readText(search, 'action'),
    class: readText(search, 'class'),
    sessions: readChoice(search, 'sessions', sessionStatuses),
    student: readText(search, 'student'),
  });
}
