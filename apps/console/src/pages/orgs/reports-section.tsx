import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client';
import {
  getOrganizationOverview,
  getSpendByModel,
  getSpendByTeam,
} from '../../api/generated/sdk.gen';
import { formatUsd } from '../../format/money';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
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

interface Month {
  readonly year: string;
  readonly month: string;
}

/** The spend of a month by day, team and model. */
export function ReportsSection({ orgId }: { readonly orgId: string }): ReactNode {
  const [chosen, setChosen] = useState(() => new Date().toISOString().slice(0, 7));
  const [year = '', month = ''] = chosen.split('-');
  const query = { year, month };
  const exportUrl = `/api/orgs/${orgId}/reports/export?year=${year}&month=${month}&view=by-team`;
  return (
    <>
      <div className="flex flex-wrap items-end gap-3 no-print">
        <TextField
          label={t('Month (UTC)')}
          type="month"
          value={chosen}
          max={new Date().toISOString().slice(0, 7)}
          onChange={(event) => event.target.value !== '' && setChosen(event.target.value)}
        />
        <a href={exportUrl} download>
          CSV
        </a>
        <Button onClick={() => print()}>{t('Print')}</Button>
        <CurlLink path={`/api/orgs/${orgId}/reports/overview`} query={query} />
      </div>
      <Totals orgId={orgId} query={query} />
      <div className="grid gap-4 lg:grid-cols-2">
        <ByTeam orgId={orgId} query={query} />
        <ByModel orgId={orgId} query={query} />
      </div>
    </>
  );
}

interface ReportProps {
  readonly orgId: string;
  readonly query: Month;
}

function Totals({ orgId, query }: ReportProps): ReactNode {
  const overview = useQuery({
    queryKey: ['org', orgId, 'overview', query],
    queryFn: () => read(getOrganizationOverview({ path: { orgId }, query })),
  });
  return (
    <Card>
      <QueryView query={overview}>
        {({ daily, previousMonthSpend, requests, tokens, totalSpend }) => {
          const data = {
            labels: daily.map(({ date }) => date),
            series: [{ name: t('Spend (USD)'), values: daily.map(({ spend }) => spend) }],
          };
          const title = t('Spend of each day (USD)');
          return (
            <>
              <div className="grid gap-4 sm:grid-cols-4">
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
    <Card title={t('By team')}>
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
                  render: ({ budget }) => <Money usd={budget} />,
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
    <Card title={t('By model')}>
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
