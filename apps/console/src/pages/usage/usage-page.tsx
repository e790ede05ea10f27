import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import { read } from '../../api/client';
import { getInsights, getSeries } from '../../api/generated/sdk.gen';
import { formatCount } from '../../format/number';
import { formatDuration } from '../../format/time';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { SeriesReport } from './series-report';
import { UsageFields } from './usage-fields';
import { makeSeriesQuery } from './usage-series';
import { usageGroups } from './usage-view';
import { WeekCard } from './week-card';

/** What was spent and used over time. */
export function UsagePage(): ReactNode {
  const view = useSearch({ from: '/shell/usage' });
  const navigate = useNavigate({ from: '/usage' });
  const { timeZone } = useTimeStyle();
  const query = makeSeriesQuery(view, { nowMs: Date.now(), timeZone });
  return (
    <Page
      title={t('Usage')}
      lead={t('Spend, tokens, calls and errors over time, by model, key or program.')}
      actions={
        <>
          <Link to="/usage/caching" className="self-center">
            {t('Caching')}
          </Link>
          <CurlLink path="/api/series" query={query} />
          <Button onClick={() => print()}>{t('Print')}</Button>
        </>
      }
    >
      <UsageFields
        view={view}
        groups={usageGroups}
        onChange={(search) => void navigate({ search, replace: true })}
      />
      <SeriesReport
        queryKey={['series']}
        orgId={null}
        query={query}
        readSeries={(wanted) => read(getSeries({ query: wanted }))}
      />
      <WeekCard curl="/api/series" readSeries={(wanted) => read(getSeries({ query: wanted }))} />
      <Totals />
    </Page>
  );
}

/** Totals and durations of the last 30 days. */
function TotalsView(): ReactNode {
  // As new as the chart above: with older ones two sums on one page would differ.
  const query = { period: '30d', max_age: 0 } as const;
  const insights = useQuery({
    queryKey: ['insights', query],
    queryFn: () => read(getInsights({ query })),
  });
  return (
    <Card title={t('30 days, in UTC')}>
      <QueryView query={insights}>
        {({ latency, totals }) => (
          <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
            <Figure label={t('Spend (USD)')}>
              <Money usd={totals.spend} />
            </Figure>
            <Figure label={t('Calls')}>{formatCount(totals.requests)}</Figure>
            <Figure label={t('Duration, median')}>{showMs(latency.p50_ms)}</Figure>
            <Figure label={t('Duration, 95 %')}>{showMs(latency.p95_ms)}</Figure>
          </div>
        )}
      </QueryView>
    </Card>
  );
}

/** A choice above the chart does not draw them again. */
const Totals = memo(TotalsView);

function showMs(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}
