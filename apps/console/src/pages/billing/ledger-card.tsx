import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { readLedgerRows, type ReadLedgerPage } from './ledger-csv';
import { ledgerKinds, type LedgerFilters } from './ledger-filters';
import { kindName } from './kind-name';

type Entry = ListLedgerResponse['entries'][number];

const pageSize = 50;

export function LedgerCard({
  filters,
  onFilter,
}: {
  readonly filters: LedgerFilters;
  readonly onFilter: (filters: LedgerFilters) => void;
}): ReactNode {
  const readPage: ReadLedgerPage = (page) => read(listLedger({ query: { ...filters, ...page } }));
  const ledger = usePages(['ledger', 'pages', filters], { limit: pageSize }, readPage);
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
            columns={columns()}
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

function columns(): readonly Column<Entry>[] {
  return [
    { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
    { key: 'kind', title: t('Kind'), render: (row) => kindName(row.kind) },
    { key: 'ref', title: t('For'), render: (row) => <Reference reference={row.ref} /> },
    {
      key: 'amount',
      title: t('Amount (USD)'),
      isFigure: true,
      render: (row) => <Money usd={row.amountUsd} />,
    },
    {
      key: 'balance',
      title: t('Balance after (USD)'),
      isFigure: true,
      render: (row) => <Money usd={row.balanceAfter} />,
    },
  ];
}

/** Entries of calls and top-ups lead to their receipts. */
function Reference({ reference }: { readonly reference: string | null }): ReactNode {
  const className = 'font-mono text-xs';
  if (reference?.startsWith('gen-') === true) {
    return (
      <Link to="/calls/$id" params={{ id: reference }} className={className}>
        {reference}
      </Link>
    );
  }
  if (reference?.startsWith('top_') === true) {
    return (
      <Link to="/billing/top-ups/$topupId" params={{ topupId: reference }} className={className}>
        {reference}
      </Link>
    );
  }
  return <span className={className}>{reference ?? '–'}</span>;
}
