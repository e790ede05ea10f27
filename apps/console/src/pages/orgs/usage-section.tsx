import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getOrgSeries } from '../../api/generated/sdk.gen';
import { CurlLink } from '../../ui/curl-link';
import { useTimeStyle } from '../../state/preferences';
import { SeriesReport } from '../usage/series-report';
import { UsageFields } from '../usage/usage-fields';
import { makeSeriesQuery, orgGroups } from '../usage/usage-view';
import { useMembers, useTeams } from './org-queries';

/** Spend, tokens and calls of the organization over time, by team and member as well. */
export function UsageSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const view = useSearch({ from: '/shell/orgs/$orgId/$section' });
  const navigate = useNavigate({ from: '/orgs/$orgId/$section' });
  const { timeZone } = useTimeStyle();
  const teams = useTeams(orgId).data?.teams ?? [];
  const members = useMembers(orgId).data?.members ?? [];
  const names = new Map([
    ...teams.map(({ id, name }) => [id, name] as const),
    ...members.map(({ id, user }) => [id, user.name ?? user.email ?? id] as const),
  ]);
  const query = makeSeriesQuery(view, { nowMs: Date.now(), timeZone });
  // Finance sees sums, not persons.
  const groups = orgGroups.filter((group) => group !== 'member' || role !== 'billing_viewer');
  return (
    <>
      <div className="flex justify-end">
        <CurlLink path={`/api/orgs/${orgId}/series`} query={query} />
      </div>
      <UsageFields
        view={view}
        groups={groups}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <SeriesReport
        queryKey={['org', orgId, 'series']}
        query={query}
        readSeries={(wanted) => read(getOrgSeries({ path: { orgId }, query: wanted }))}
        nameGroup={(id) => names.get(id) ?? id}
      />
    </>
  );
}
