import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import {
  getOrganizationOverview,
  getSpendByMember,
  getSpendByModel,
  getSpendByTeam,
} from '../../api/generated/sdk.gen';
import { formatUsd } from '../../format/money';
import { formatCount } from '../../format/number';
import { formatDay } from '../../format/time';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { BarChart } from '../../ui/bar-chart';
import { Button } from '../../ui/button';
import { ChartFrame } from '../../ui/chart-frame';
import { CurlLink } from '../../ui/curl-link';
import { TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { useOrgView } from './use-org-view';

interface Month {
  readonly year: string;
  readonly month: string;
}

/** The spend of a month by day, team and model; for administrators by member as well. */
export function ReportsSection({
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly role: string;
}): ReactNode {
  const isAdmin = role === 'org_admin';
  const [view, change] = useOrgView();
  const now = new Date().toISOString().slice(0, 'yyyy-mm'.length);
  const chosen = view.month ?? now;
  const [year = '', month = ''] = chosen.split('-');
  const query = { year, month };
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 no-print">
        <TextField
          label={t('Month (UTC)')}
          type="month"
          value={chosen}
          max={now}
          onChange={({ target }) => target.value !== '' && change({ month: target.value })}
        />
        <Button onClick={() => print()}>{t('Print')}</Button>
        <CurlLink path={`/api/orgs/${orgId}/reports/overview`} query={query} />
      </div>
      <Totals orgId={orgId} query={query} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ByTeam orgId={orgId} query={query} />
        <ByModel orgId={orgId} query={query} />
      </div>
      {isAdmin && <ByMember orgId={orgId} query={query} />}
    </>
  );
}

interface ReportProps {
  readonly orgId: string;
  readonly query: Month;
}

/** The same figures as a file for spreadsheets, made by the server. */
function ExportLink({
  orgId,
  query,
  view,
}: ReportProps & {
  readonly view: 'overview' | 'by-team' | 'by-model' | 'by-member';
}): ReactNode {
  const parameters = new URLSearchParams({ ...query, view }).toString();
  return (
    <a href={`/api/orgs/${orgId}/reports/export?${parameters}`} download className="no-print">
      CSV
    </a>
  );
}

function Totals({ orgId, query }: ReportProps): ReactNode {
  const { language } = useTimeStyle();
  const overview = useQuery({
    queryKey: ['org', orgId, 'overview', query],
    queryFn: () => read(getOrganizationOverview({ path: { orgId }, query })),
  });
  return (
    <Card title={t('Month')} actions={<ExportLink orgId={orgId} query={query} view="overview" />}>
      <QueryView query={overview}>
        {({ daily, previousMonthSpend, requests, tokens, totalSpend }) => {
          const data = {
            starts: daily.map(({ date }) => date),
            labels: daily.map(({ date }) => formatDay(date, { language, timeZone: 'UTC' })),
            series: [
              {
                id: 'spend',
                name: t('Spend (USD)'),
                values: daily.map(({ spend }) => spend),
              },
            ],
          };
          const title = t('Spend of each day (USD)');
          return (
            <>
              <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
                <Figure label={t('Spend (USD)')}>
                  <Money usd={totalSpend} />
                </Figure>
                <Figure label={t('Month before (USD)')}>
                  <Money usd={previousMonthSpend} />
                </Figure>
                <Figure label={t('Calls')}>{formatCount(requests)}</Figure>
                <Figure label={t('Tokens')}>{formatCount(tokens)}</Figure>
              </div>
              <ChartFrame title={title} data={data} formatValue={formatUsd}>
                <BarChart title={title} data={data} formatValue={formatUsd} />
              </ChartFrame>
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}

function ByTeam({ orgId, query }: ReportProps): ReactNode {
  const byTeam = useQuery({
    queryKey: ['org', orgId, 'by-team', query],
    queryFn: () => read(getSpendByTeam({ path: { orgId }, query })),
  });
  return (
    <Card title={t('By team')} actions={<ExportLink orgId={orgId} query={query} view="by-team" />}>
      <QueryView query={byTeam}>
        {({ teams, unassigned }) => (
          <>
            <Table
              caption={t('By team')}
              rows={teams}
              rowKey={({ teamId }) => teamId}
              empty={<EmptyState title={t('Nothing in this range')} />}
              columns={[
                { key: 'team', title: t('Team'), render: ({ team }) => team },
                {
                  key: 'spend',
                  title: t('Spend (USD)'),
                  isFigure: true,
                  render: ({ spend }) => <Money usd={spend} />,
                },
                {
                  key: 'budget',
                  title: t('Budget (USD)'),
                  isFigure: true,
                  render: ({ budget }) =>
                    budget === null ? t('no limit') : <Money usd={budget} />,
                },
              ]}
            />
            <p className="text-muted">
              {t('Without a team')}: <Money usd={unassigned.spend} />
            </p>
          </>
        )}
      </QueryView>
    </Card>
  );
}

function ByModel({ orgId, query }: ReportProps): ReactNode {
  const byModel = useQuery({
    queryKey: ['org', orgId, 'by-model', query],
    queryFn: () => read(getSpendByModel({ path: { orgId }, query })),
  });
  return (
    <Card
      title={t('By model')}
      actions={<ExportLink orgId={orgId} query={query} view="by-model" />}
    >
      <QueryView query={byModel}>
        {({ models }) => (
          <Table
            caption={t('By model')}
            rows={models}
            rowKey={({ model }) => model}
            empty={<EmptyState title={t('Nothing in this range')} />}
            columns={[
              { key: 'model', title: t('Model'), render: ({ model }) => model },
              {
                key: 'calls',
                title: t('Calls'),
                isFigure: true,
                render: ({ requests }) => formatCount(requests),
              },
              {
                key: 'spend',
                title: t('Spend (USD)'),
                isFigure: true,
                render: ({ spend }) => <Money usd={spend} />,
              },
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
}

function ByMember({ orgId, query }: ReportProps): ReactNode {
  const byMember = useQuery({
    queryKey: ['org', orgId, 'by-member', query],
    queryFn: () => read(getSpendByMember({ path: { orgId }, query })),
  });
  return (
    <Card
      title={t('By member')}
      actions={<ExportLink orgId={orgId} query={query} view="by-member" />}
    >
      <QueryView query={byMember}>
        {({ members, unassigned }) => (
          <>
            <Table
              caption={t('By member')}
              rows={members}
              rowKey={({ memberId }) => memberId}
              empty={<EmptyState title={t('Nothing in this range')} />}
              columns={[
                {
                  key: 'member',
                  title: t('Member'),
                  render: ({ email, memberId, name }) => name ?? email ?? memberId,
                },
                { key: 'team', title: t('Team'), render: ({ team }) => team ?? '–' },
                {
                  key: 'calls',
                  title: t('Calls'),
                  isFigure: true,
                  render: ({ requests }) => formatCount(requests),
                },
                {
                  key: 'spend',
                  title: t('Spend (USD)'),
                  isFigure: true,
                  render: ({ spend }) => <Money usd={spend} />,
                },
                {
                  key: 'budget',
                  title: t('Budget (USD)'),
                  isFigure: true,
                  render: ({ budget }) =>
                    budget === null ? t('no limit') : <Money usd={budget} />,
                },
              ]}
            />
            <p className="text-muted">
              {t('Without a member')}: <Money usd={unassigned.spend} />
            </p>
          </>
        )}
      </QueryView>
    </Card>
  );
}
