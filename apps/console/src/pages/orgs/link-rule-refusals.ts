import type { OrgView } from './org-view';

interface RefusalsLink {
  readonly to: '/orgs/$orgId/$section';
  readonly params: { readonly orgId: string; readonly section: 'refusals' };
  readonly search: OrgView;
}

/** The refusals that a content rule decided. */
export function linkRuleRefusals(
  orgId: string,
  { id, template }: { readonly id: string; readonly template: string | null },
): RefusalsLink {
  const code = template === 'prompt_injection' ? 'invalid_prompt' : 'content_filter';
  const params = { orgId, section: 'refusals' } as const;
  return { to: '/orgs/$orgId/$section', params, search: { rule: id, code } };
}
