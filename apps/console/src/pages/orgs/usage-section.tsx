import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { read } from '../../api/client';
import { getOrgSeries } from '../../api/generated/sdk.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { useTimeStyle } from '../../state/preferences';
import { SeriesReport } from '../usage/series-report';
import { UsageFields } from '../usage/usage-fields';
import { makeSeriesQuery } from '../usage/usage-series';
import { isLatency, orgGroups, usageMetrics } from '../usage/usage-view';
import { WeekCard } from '../usage/week-card';
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
  // Finance sees sums, not persons.
  const isFinance = role === 'billing_viewer';
  const mayList = role === 'org_admin' || role === 'team_admin';
  const teams = useTeams(orgId, mayList).data?.teams;
  const members = useMembers(orgId, mayList).data?.members;
  const groupNames = useMemo(
    () => ({
      ...Object.fromEntries((teams ?? []).map(({ id, name }) => [id, name])),
      ...Object.fromEntries(
        (members ?? []).map(({ id, user }) => [id, user.name ?? user.email ?? id]),
      ),
    }),
    [members, teams],
  );
  const isPlain = role === 'member';
  const groups = orgGroups.filter((group) =>
    isPlain ? group !== 'member' && group !== 'team' : group !== 'member' || !isFinance,
  );
  const query = makeSeriesQuery(view, { groups, nowMs: Date.now(), timeZone });
  // Durations are not counted by team, and a team_admin sees its team only.
  const metrics = usageMetrics.filter((metric) => role !== 'team_admin' || !isLatency(metric));
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2 no-print">
        <CurlLink path={`/api/orgs/${orgId}/series`} query={query} />
        <Button onClick={() => print()}>{t('Print')}</Button>
      </div>
      <UsageFields
        view={view}
        groups={groups}
        metrics={metrics}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <SeriesReport
        queryKey={['org', orgId, 'series']}
        query={query}
        readSeries={(wanted) => read(getOrgSeries({ path: { orgId }, query: wanted }))}
        groupNames={groupNames}
        orgId={orgId}
      />
      <WeekCard
        curl={`/api/orgs/${orgId}/series`}
        readSeries={(wanted) => read(getOrgSeries({ path: { orgId }, query: wanted }))}
      />
    </>
  );
}
