import type { LinkProps } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listLedger } from '../../api/generated/sdk.gen';
import type { ListLedgerResponse } from '../../api/generated/types.gen';
import { compact } from '../../app/search';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { CsvButton } from '../../ui/csv-button';
import { SelectField, TextField } from '../../ui/field';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { RowLink } from '../../ui/row-link';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { linkCall } from '../calls/link-call';
import { readLedgerRows, type ReadLedgerPage } from './ledger-csv';
import { ledgerKinds, type LedgerFilters } from './ledger-filters';
import { kindName } from './kind-name';
import { linkTopUp } from './link-billing';
import { makeWalletKey, type WalletProps } from './wallet';

type Entry = ListLedgerResponse['entries'][number];

const pageSize = 50;

export function LedgerCard({
  filters,
  onFilter,
  orgId,
}: WalletProps & {
  readonly filters: LedgerFilters;
  readonly onFilter: (filters: LedgerFilters) => void;
}): ReactNode {
  const { from, kind, to } = filters;
  const query = { from, kind, to, orgId };
  const readPage: ReadLedgerPage = (page) => read(listLedger({ query: { ...query, ...page } }));
  const columns = useMemo(() => makeColumns(orgId), [orgId]);
  const ledger = usePages(makeWalletKey(orgId, 'ledger', query), { limit: pageSize }, readPage);
  return (
    <Card
      title={t('Ledger')}
      actions={
        <CsvButton name="ledger" readRows={(onProgress) => readLedgerRows(readPage, onProgress)} />
      }
    >
      <FilterFields filters={filters} onFilter={onFilter} />
      <QueryView query={ledger} lines={6}>
        {({ pages }) => (
          <Table
            caption={t('Ledger')}
            rows={pages.flatMap((page) => page.entries)}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title={t('No entry')}>
                {t('Nothing was booked yet, or nothing matches.')}
              </EmptyState>
            }
            columns={columns}
          />
        )}
      </QueryView>
      <MoreButton query={ledger} />
    </Card>
  );
}

function FilterFields({
  filters,
  onFilter,
}: {
  readonly filters: LedgerFilters;
  readonly onFilter: (filters: LedgerFilters) => void;
}): ReactNode {
  const set = (name: keyof LedgerFilters, value: string): void =>
    onFilter(compact({ ...filters, [name]: value === '' ? undefined : value }));
  const kinds = Object.fromEntries(ledgerKinds.map((kind) => [kind, kindName(kind)]));
  return (
    <div className="grid gap-3 sm:grid-cols-3 no-print">
      <SelectField
        label={t('Kind')}
        value={filters.kind ?? ''}
        options={{ '': t('all'), ...kinds }}
        onChange={(event) => set('kind', event.target.value)}
      />
      <TextField
        label={t('From (day in UTC)')}
        type="date"
        value={filters.from ?? ''}
        onChange={(event) => set('from', event.target.value)}
      />
      <TextField
        label={t('To (day in UTC)')}
        type="date"
        value={filters.to ?? ''}
        onChange={(event) => set('to', event.target.value)}
      />
    </div>
  );
}

function makeColumns(orgId: string | undefined): readonly Column<Entry>[] {
  return [
    { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
    { key: 'kind', title: t('Kind'), render: (row) => kindName(row.kind) },
    {
      key: 'ref',
      title: t('For'),
      render: ({ ref }) => <Reference reference={ref} orgId={orgId} />,
    },
    {
      key: 'amount',
      title: t('Amount (USD)'),
      isFigure: true,
      render: (row) => <Money usd={row.amountUsd} isChange />,
    },
    {
      key: 'balance',
      title: t('Balance after (USD)'),
      isFigure: true,
      render: (row) => <Money usd={row.balanceAfter} />,
    },
  ];
}

/** Entries of calls, top-ups and invoices lead to them. */
function Reference({
  orgId,
  reference,
}: WalletProps & { readonly reference: string | null }): ReactNode {
  const className = 'font-mono text-xs break-all';
  const link = reference === null ? undefined : linkReference(reference, orgId);
  if (link === undefined) return <span className={className}>{reference ?? '–'}</span>;
  return (
    <RowLink {...link} className={className}>
      {reference}
    </RowLink>
  );
}

function linkReference(
  reference: string,
  orgId: string | undefined,
): Pick<LinkProps, 'to' | 'params'> | undefined {
  if (reference.startsWith('gen-')) return linkCall(reference, orgId);
  if (reference.startsWith('top_')) return linkTopUp(reference, orgId);
  if (reference.startsWith('inv_') && orgId !== undefined) {
    return { to: '/orgs/$orgId/invoices/$invoiceId', params: { orgId, invoiceId: reference } };
  }
  return undefined;
}
