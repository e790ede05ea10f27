import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getGeneration, getOrgCall } from '../../api/generated/sdk.gen';
import type { GetGenerationResponse } from '../../api/generated/types.gen';
import { formatUsdExact, sumUsd } from '../../format/money';
import { formatCount } from '../../format/number';
import { formatDuration } from '../../format/time';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Named } from '../../ui/named';
import { Card, Facts, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { kindName } from '../billing/kind-name';
import { ModelLink } from '../models/model-link';
import { CountedAgainst } from './counted-against';
import { nameLedgerAccount } from './name-ledger-account';
import { nameBucket } from './name-bucket';
import { nameOutcome, useOrgNames, useOwnNames, type NameOf, type Receipt } from './receipt-names';

/** Everything about one call except what was asked and answered. */
export function ReceiptPage(): ReactNode {
  const { id } = useParams({ from: '/shell/calls/$id' });
  const receipt = useQuery({
    queryKey: ['generation', id],
    queryFn: () => read(getGeneration({ query: { id } })),
  });
  return (
    <ReceiptView
      id={id}
      nameOf={useOwnNames(receipt.data?.data)}
      receipt={receipt}
      curl={<CurlLink path="/v1/generation" query={{ id }} />}
    />
  );
}

/** The same for a call that an organization paid for. */
export function OrgReceiptPage(): ReactNode {
  const { id, orgId } = useParams({ from: '/shell/orgs/$orgId/calls/$id' });
  const receipt = useQuery({
    queryKey: ['org', orgId, 'calls', 'receipt', id],
    queryFn: () => read(getOrgCall({ path: { orgId, id } })),
  });
  return (
    <ReceiptView
      id={id}
      nameOf={useOrgNames(receipt.data?.data, orgId)}
      receipt={receipt}
      curl={<CurlLink path={`/api/orgs/${orgId}/calls/${id}`} />}
    />
  );
}

function ReceiptView({
  curl,
  id,
  nameOf,
  receipt,
}: {
  readonly id: string;
  readonly nameOf: NameOf;
  readonly receipt: UseQueryResult<GetGenerationResponse>;
  readonly curl: ReactNode;
}): ReactNode {
  return (
    <Page
      title={t('Receipt')}
      lead={<span className="font-mono">{id}</span>}
      actions={
        <>
          {curl}
          <Button onClick={() => print()}>{t('Print')}</Button>
        </>
      }
    >
      {receipt.isPending && <LoadingState lines={8} />}
      {receipt.isError && (
        <ErrorState error={receipt.error} onRetry={() => void receipt.refetch()} />
      )}
      {receipt.data !== undefined && <ReceiptCards receipt={receipt.data.data} nameOf={nameOf} />}
    </Page>
  );
}

function ReceiptCards({
  nameOf,
  receipt,
}: {
  readonly receipt: Receipt;
  readonly nameOf: NameOf;
}): ReactNode {
  return (
    <>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card title={t('Call')}>
          <Facts
            facts={[
              [t('Time'), <Time key="time" at={receipt.created_at} />],
              [t('Model'), <ModelLink key="model" id={receipt.model} />],
              [t('Provider'), receipt.provider],
              [t('Status'), <Outcome key="outcome" receipt={receipt} />],
              [t('Program'), receipt.app_name ?? '–'],
              [
                t('Request id'),
                <Link
                  key="request"
                  to="/refusals"
                  search={{ find: receipt.request_id }}
                  className="font-mono"
                >
                  {receipt.request_id}
                </Link>,
              ],
              [t('Duration'), formatDuration(receipt.duration_ms)],
              [
                t('First token'),
                receipt.first_token_ms === null ? '–' : formatDuration(receipt.first_token_ms),
              ],
              [t('Prompt tokens'), formatCount(receipt.tokens_prompt)],
              [t('Completion tokens'), formatCount(receipt.tokens_completion)],
            ]}
          />
        </Card>
        <Card title={t('Money (USD)')}>
          <Facts
            facts={[
              [t('Held before the call'), formatUsdExact(receipt.reserved)],
              [t('Charged'), formatUsdExact(receipt.total_cost)],
              [t('Released'), formatUsdExact(sumUsd([receipt.reserved, -receipt.total_cost]))],
              [t('Saved by caching'), formatUsdExact(receipt.cost_breakdown.cache_discount)],
              [t('Outcome'), nameOutcome(receipt.billing_outcome)],
              [
                t('Price version'),
                <ModelLink key="version" id={receipt.model} priceVersion={receipt.price_version} />,
              ],
            ]}
          />
        </Card>
      </div>
      <Lines receipt={receipt} />
      <Transfers nameOf={nameOf} receipt={receipt} />
      <CountedAgainst receipt={receipt} nameOf={nameOf} />
      <Attempts receipt={receipt} />
    </>
  );
}

function Outcome({ receipt }: { readonly receipt: Receipt }): ReactNode {
  if (receipt.cancelled) return <Badge tone="warn">{t('cancelled')}</Badge>;
  const isOk = receipt.status < 400;
  return <Badge tone={isOk ? 'good' : 'bad'}>{String(receipt.status)}</Badge>;
}

/** Units times price, exact to the nano-dollar. */
function Lines({ receipt }: { readonly receipt: Receipt }): ReactNode {
  return (
    <Card title={t('What was charged')}>
      <Table
        caption={t('What was charged')}
        rows={receipt.lines}
        rowKey={({ bucket, price }) => `${bucket} ${price}`}
        empty={<EmptyState title={t('Nothing was charged for this call')} />}
        columns={[
          { key: 'bucket', title: t('What'), render: ({ bucket }) => nameBucket(bucket) },
          {
            key: 'units',
            title: t('Units'),
            isFigure: true,
            render: ({ units }) => formatCount(units),
          },
          {
            key: 'price',
            title: t('Price of one (USD)'),
            isFigure: true,
            render: ({ price }) => `$${price}`,
          },
          {
            key: 'amount',
            title: t('Amount (USD)'),
            isFigure: true,
            render: ({ amount }) => formatUsdExact(amount),
          },
        ]}
      />
      <p className="figures px-2 font-semibold">
        {t('Total')}: {formatUsdExact(receipt.total_cost)}
      </p>
    </Card>
  );
}

/** The movements in the ledger. */
function Transfers({
  nameOf,
  receipt,
}: {
  readonly receipt: Receipt;
  readonly nameOf: NameOf;
}): ReactNode {
  const show = (account: string): ReactNode => (
    <Named name={nameLedgerAccount(account, nameOf)} id={account} />
  );
  return (
    <Card title={t('Ledger')}>
      <Table
        caption={t('Ledger')}
        rows={receipt.transfers}
        rowKey={({ entry_id: id }) => id}
        empty={<EmptyState title={t('Nothing was moved: the call was free')} />}
        columns={[
          { key: 'time', title: t('Booked'), render: (row) => <Time at={row.posted_at} /> },
          { key: 'kind', title: t('Kind'), render: ({ kind }) => kindName(kind) },
          { key: 'from', title: t('From'), render: ({ from }) => show(from) },
          { key: 'to', title: t('To'), render: ({ to }) => show(to) },
          {
            key: 'amount',
            title: t('Amount (USD)'),
            isFigure: true,
            render: ({ amount }) => formatUsdExact(amount),
          },
          {
            key: 'balance',
            title: t('Balance after (USD)'),
            isFigure: true,
            render: ({ balance_after: after }) => formatUsdExact(after),
          },
        ]}
      />
    </Card>
  );
}

/** Every provider that was asked, in order, as bars on one time line. */
function Attempts({ receipt }: { readonly receipt: Receipt }): ReactNode {
  const total = receipt.attempts.reduce((sum, { ms }) => sum + ms, 0);
  const starts = receipt.attempts.map((_, index) =>
    receipt.attempts.slice(0, index).reduce((sum, { ms }) => sum + ms, 0),
  );
  return (
    <Card title={t('Attempts')}>
      <ol className="grid gap-2">
        {receipt.attempts.map(({ error, ms, provider, route, status }, index) => (
          <li key={`${route}-${index}`} className="grid gap-1">
            <span className="flex flex-wrap justify-between gap-2">
              <span>
                {provider}{' '}
                <Badge tone={status < 400 ? 'good' : 'bad'}>
                  {error === '' ? String(status) : error}
                </Badge>
              </span>
              <span className="tabular-nums">{formatDuration(ms)}</span>
            </span>
            <span aria-hidden="true" className="h-2 rounded bg-raised block">
              <span
                className="h-2 rounded bg-accent block"
                style={{
                  marginLeft: `${total === 0 ? 0 : ((starts[index] ?? 0) / total) * 100}%`,
                  width: `${total === 0 ? 0 : (ms / total) * 100}%`,
                }}
              />
            </span>
          </li>
        ))}
      </ol>
      {receipt.attempts.length === 0 && <EmptyState title={t('No provider was asked')} />}
    </Card>
  );
}
