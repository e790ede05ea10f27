import { useNavigate, useSearch } from '@tanstack/react-router';
import { compact } from '../../app/search';
import type { OrgView } from './org-view';

/** The view of the open section, and how to change a part of it. */
export function useOrgView(): readonly [view: OrgView, change: (change: OrgView) => void] {
  const view: OrgView = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const change = (next: OrgView): void =>
    void navigate({ search: (former) => compact({ ...former, ...next }), replace: true });
  return [view, change];
}
