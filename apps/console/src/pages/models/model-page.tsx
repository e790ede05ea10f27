import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listModelEndpoints, listModelPrices } from '../../api/generated/sdk.gen';
import type {
  ListModelEndpointsResponse,
  ListModelPricesResponse,
} from '../../api/generated/types.gen';
import { useMaybeAccount } from '../../app/session';
import { formatPercent, formatShortCount } from '../../format/number';
import { formatDuration } from '../../format/time';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { CopyButton } from '../../ui/copy';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { listUnitPrices } from './list-prices';
import { TokenPrice } from './token-price';
import { WhatIf } from './what-if-card';

type Endpoint = ListModelEndpointsResponse['data'][number];
type PriceVersion = ListModelPricesResponse['data'][number];

/** One model: its providers as measured, its prices then and now, and what it would cost you. */
export function ModelPage(): ReactNode {
  const { author, slug } = useParams({ from: '/shell/models/$author/$slug' });
  const id = `${author}/${slug}`;
  const { prices: chosen } = useSearch({ from: '/shell/models/$author/$slug' });
  const isSignedIn = useMaybeAccount() !== null;
  const endpoints = useQuery({
    queryKey: ['model', id, 'endpoints'],
    queryFn: () => read(listModelEndpoints({ path: { id } })),
  });
  const prices = useQuery({
    queryKey: ['model', id, 'prices'],
    queryFn: () => read(listModelPrices({ path: { id } })),
  });
  return (
    <Page
      title={id}
      lead={t('Prices in USD per million tokens.')}
      actions={
        <>
          <CurlLink path={`/v1/models/${id}/endpoints`} />
          <CopyButton text={id} label={t('Copy the id')} />
        </>
      }
    >
      <Card title={t('Providers in the last day')}>
        <QueryView query={endpoints}>
          {({ data }) => (
            <Table
              caption={t('Providers in the last day')}
              columns={endpointColumns()}
              rows={data}
              rowKey={({ provider }) => provider}
              empty={<EmptyState title={t('No provider serves this model now')} />}
            />
          )}
        </QueryView>
      </Card>
      <QueryView query={prices}>
        {({ data }) => (
          <>
            <Card title={t('Prices over time')}>
              <Table
                caption={t('Prices over time')}
                columns={priceColumns(chosen)}
                rows={data}
                rowKey={({ version }) => String(version)}
                empty={<EmptyState title={t('No price is known')} />}
              />
            </Card>
            {isSignedIn && <WhatIf versions={data} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function endpointColumns(): readonly Column<Endpoint>[] {
  return [
    { key: 'provider', title: t('Provider'), render: ({ provider }) => provider },
    {
      key: 'status',
      title: t('Status'),
      render: ({ status }) => (
        <Badge tone={status === 'healthy' ? 'good' : 'bad'}>
          {status === 'healthy' ? t('healthy') : t('isolated')}
        </Badge>
      ),
    },
    {
      key: 'latency',
      title: t('First token (median)'),
      isFigure: true,
      render: (row) => (row.latency_p50_ms === null ? '–' : formatDuration(row.latency_p50_ms)),
    },
    {
      key: 'throughput',
      title: t('Tokens per second'),
      isFigure: true,
      render: ({ tokens_per_second_p50: speed }) =>
        speed === null ? '–' : formatShortCount(speed),
    },
    {
      key: 'uptime',
      title: t('Uptime'),
      isFigure: true,
      render: ({ uptime }) => (uptime === null ? '–' : formatPercent(uptime)),
    },
    {
      key: 'context',
      title: t('Context (tokens)'),
      isFigure: true,
      render: (row) => (row.context_length === null ? '–' : formatShortCount(row.context_length)),
    },
  ];
}

function VersionPrice({
  side,
  version,
}: {
  readonly version: PriceVersion;
  readonly side: 'prompt' | 'completion';
}): ReactNode {
  return <TokenPrice pricing={version.pricing} tiers={version.pricing_tiers} side={side} />;
}

function priceColumns(chosen: string | undefined): readonly Column<PriceVersion>[] {
  const column = (
    key: string,
    title: string,
    render: (version: PriceVersion) => ReactNode,
  ): Column<PriceVersion> => ({ key, title, isFigure: true, render });
  return [
    {
      key: 'version',
      title: t('Price version'),
      render: ({ version }) =>
        String(version) === chosen ? <strong>{`▸ ${version}`}</strong> : version,
    },
    { key: 'from', title: t('Since'), render: ({ from }) => <Time at={from} /> },
    column('prompt', t('Prompt'), (version) => <VersionPrice version={version} side="prompt" />),
    column('completion', t('Completion'), (version) => (
      <VersionPrice version={version} side="completion" />
    )),
    column('cached', t('Cached prompt'), ({ pricing: { input_cache_read: price } }) =>
      price === undefined ? '–' : <Money usd={Number(price)} />,
    ),
    {
      key: 'other',
      title: t('Other prices'),
      render: ({ pricing }) => listUnitPrices(pricing).join(', ') || '–',
    },
  ];
}
