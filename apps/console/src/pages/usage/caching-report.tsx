import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GetCachingData, GetCachingResponse } from '../../api/generated/types.gen';
import { formatCount, formatPercent, formatShortCount } from '../../format/number';
import { formatDay } from '../../format/time';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { BarChart } from '../../ui/bar-chart';
import { ChartFrame } from '../../ui/chart-frame';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { makeCachingChart } from './caching-view';

type Query = NonNullable<GetCachingData['query']>;
type Group = GetCachingResponse['groups'][number];
type Part = GetCachingResponse['routing']['sticky'];
type Suggestion = GetCachingResponse['suggestions'][number];

/** What prompt caching saved, what sticky routing added, and what could be cached as well. */
export function CachingReport({
  query,
  queryKey,
  readCaching,
}: {
  readonly queryKey: readonly unknown[];
  readonly query: Query;
  readonly readCaching: (query: Query) => Promise<GetCachingResponse>;
}): ReactNode {
  const caching = useQuery({
    queryKey: [...queryKey, query],
    queryFn: () => readCaching(query),
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={caching} lines={12}>
      {(report) => (
        <>
          <Totals totals={report.totals} />
          <Days report={report} />
          <Groups report={report} />
          <Routing routing={report.routing} />
          <Suggestions report={report} />
        </>
      )}
    </QueryView>
  );
}

function Totals({ totals }: { readonly totals: GetCachingResponse['totals'] }): ReactNode {
  return (
    <Card>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label={t('Saved (USD)')}>
          <Money usd={totals.saved} />
        </Figure>
        <Figure label={t('Hit rate')}>{showRate(totals.hit_rate)}</Figure>
        <Figure label={t('Tokens read from caches')}>{formatCount(totals.cached_tokens)}</Figure>
        <Figure label={t('Tokens written to caches')}>
          {formatCount(totals.cache_write_tokens)}
        </Figure>
      </div>
      <p className="text-muted text-xs">
        {t(
          'Saved: what the prompts would have cost without caches, by the prices of their receipts, minus what they cost. What cache writes cost more is deducted.',
        )}
      </p>
    </Card>
  );
}

function Days({ report }: { readonly report: GetCachingResponse }): ReactNode {
  const style = { ...useTimeStyle(), timeZone: 'UTC' };
  const title = t('Prompt tokens');
  const data = makeCachingChart(report.days, {
    day: (date) => formatDay(`${date}T00:00:00Z`, style),
    cached: t('read from a cache'),
    uncached: t('not cached'),
  });
  return (
    <Card>
      <ChartFrame title={title} data={data} formatValue={formatShortCount}>
        <BarChart title={title} data={data} formatValue={formatShortCount} />
      </ChartFrame>
      <p className="text-muted text-xs">
        {t('Days begin at 00:00 in {zone}.', { zone: style.timeZone })}
      </p>
    </Card>
  );
}

function partColumns<Row extends Part>(): readonly Column<Row>[] {
  return [
    {
      key: 'requests',
      title: t('Calls'),
      isFigure: true,
      render: ({ requests }) => formatCount(requests),
    },
    {
      key: 'prompt',
      title: t('Prompt tokens'),
      isFigure: true,
      render: (row) => formatCount(row.prompt_tokens),
    },
    {
      key: 'cached',
      title: t('Tokens read from caches'),
      isFigure: true,
      render: (row) => formatCount(row.cached_tokens),
    },
    {
      key: 'rate',
      title: t('Hit rate'),
      isFigure: true,
      render: (row) => showRate(row.hit_rate),
    },
    {
      key: 'saved',
      title: t('Saved (USD)'),
      isFigure: true,
      render: ({ saved }) => <Money usd={saved} />,
    },
  ];
}

function Groups({ report: { group, groups } }: { readonly report: GetCachingResponse }): ReactNode {
  const title = group === 'app' ? t('By program') : t('By model');
  return (
    <Card title={title}>
      <Table
        caption={title}
        rows={groups}
        rowKey={({ id, kind }) => `${kind} ${id ?? ''}`}
        empty={<EmptyState title={t('Nothing in this range')} />}
        columns={[
          { key: 'name', title: t('Name'), render: nameGroup },
          ...partColumns<Group>(),
          {
            key: 'written',
            title: t('Tokens written to caches'),
            isFigure: true,
            render: (row) => formatCount(row.cache_write_tokens),
          },
          {
            key: 'sticky',
            title: t('Sticky calls'),
            isFigure: true,
            render: ({ sticky }) => formatCount(sticky.requests),
          },
        ]}
      />
    </Card>
  );
}

function nameGroup({ id, kind }: Group): string {
  if (kind === 'other') return t('all others');
  return id ?? t('without');
}

function Routing({ routing }: { readonly routing: GetCachingResponse['routing'] }): ReactNode {
  const title = t('Sticky routing');
  const rows = [
    { name: t('sticky calls'), ...routing.sticky },
    { name: t('all other calls'), ...routing.other },
  ];
  return (
    <Card title={title}>
      <p className="text-muted">
        {t(
          'Calls whose provider was chosen because it had the beginning of the prompt in its cache, against all others.',
        )}
      </p>
      <Table
        caption={title}
        rows={rows}
        rowKey={({ name }) => name}
        empty={null}
        columns={[
          { key: 'name', title: t('Name'), render: ({ name }) => name },
          ...partColumns<(typeof rows)[number]>(),
        ]}
      />
      {routing.added !== null && routing.sticky.requests > 0 && (
        <p>
          {t('Sticky routing added about (USD):')} <Money usd={routing.added} />
        </p>
      )}
    </Card>
  );
}

function Suggestions({ report }: { readonly report: GetCachingResponse }): ReactNode {
  const title = t('Prompts that would profit from cache_control');
  return (
    <Card title={title}>
      <p className="text-muted">
        {t(
          'Long prompts that began alike within five minutes and were not cached, on models that cache only what a request marks. Mark the part that stays the same with cache_control.',
        )}{' '}
        {t(
          'The name of a prompt is a keyed hash of its tools and system text; prompts are not stored. What it would have saved is an estimate: reads at the prices of the receipts, minus the writes.',
        )}
      </p>
      <Table
        caption={title}
        rows={report.suggestions}
        rowKey={(row) => [row.prompt, row.model, row.api_key_id, row.app].join(' ')}
        empty={<EmptyState title={t('No such prompts in this range')} />}
        columns={suggestionColumns()}
      />
    </Card>
  );
}

function suggestionColumns(): readonly Column<Suggestion>[] {
  return [
    { key: 'prompt', title: t('Prompt'), render: showPrompt },
    { key: 'model', title: t('Model'), render: ({ model }) => model },
    { key: 'app', title: t('Program'), render: ({ app }) => app ?? '–' },
    {
      key: 'key',
      title: t('Key'),
      render: ({ api_key_id: id, api_key_name: name }) => (name === '' ? id : name),
    },
    {
      key: 'requests',
      title: t('Repeated calls'),
      isFigure: true,
      render: ({ requests }) => formatCount(requests),
    },
    {
      key: 'tokens',
      title: t('Their prompt tokens'),
      isFigure: true,
      render: (row) => formatCount(row.prompt_tokens),
    },
    {
      key: 'cacheable',
      title: t('Tokens to cache'),
      isFigure: true,
      render: (row) => formatCount(row.cacheable_tokens),
    },
    {
      key: 'missed',
      title: t('Would have saved (USD)'),
      isFigure: true,
      render: (row) => <Money usd={row.would_have_saved} />,
    },
  ];
}

function showPrompt({ prompt }: Suggestion): ReactNode {
  return prompt === null ? t('several') : <code>{prompt}</code>;
}

function showRate(rate: number | null): string {
  return rate === null ? '–' : formatPercent(rate);
}
