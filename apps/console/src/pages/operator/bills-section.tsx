import { useState, type ReactNode } from 'react';
import type { BillComparison } from '../../api/generated/types.gen';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { EmptyState } from '../../ui/states';
import { Table, type Column } from '../../ui/table';
import { BillForm } from './bill-form';

/** Reports are too long to be shown. */
const exampleRequest = {
  provider: 'openai',
  report: 'date,model,requests,cost\n2026-11-01,gpt-4o,120,3.10',
};

type Difference = BillComparison['differences'][number];

/** A provider's usage report against the receipts. */
export function BillsSection(): ReactNode {
  const [comparison, setComparison] = useState<BillComparison>();
  return (
    <>
      <Card
        title={t('Compare a bill with the receipts')}
        actions={<CurlLink path="/api/admin/bills/compare" post={exampleRequest} />}
      >
        <BillForm onComparison={setComparison} />
      </Card>
      {comparison !== undefined && <Comparison comparison={comparison} />}
    </>
  );
}

function Comparison({ comparison }: { readonly comparison: BillComparison }): ReactNode {
  const { compared, days, differences, differing, from, provider, to } = comparison;
  const title = t('Bill differences');
  return (
    <Card title={title}>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Figure label={t('Provider')}>{provider}</Figure>
        <Figure label={t('Days')}>{days === 1 ? from : `${from} – ${to}`}</Figure>
        <Figure label={t('Figures compared')}>{formatCount(compared)}</Figure>
        <Figure label={t('Of these differ')}>{formatCount(differing)}</Figure>
      </div>
      <Table
        caption={title}
        rows={differences}
        rowKey={({ date, figure, model }) => `${date} ${figure} ${model ?? ''}`}
        empty={<EmptyState title={t('Bill and receipts agree')} />}
        columns={differenceColumns()}
      />
      {differing > differences.length && (
        <p className="text-muted">
          {t('The first {count} differences are shown.', {
            count: formatCount(differences.length),
          })}
        </p>
      )}
    </Card>
  );
}

function differenceColumns(): readonly Column<Difference>[] {
  const names = nameFigures();
  return [
    { key: 'date', title: t('Day'), render: ({ date }) => date },
    { key: 'model', title: t('Model'), render: ({ model }) => model ?? t('all models') },
    { key: 'figure', title: t('Figure'), render: ({ figure }) => names[figure] },
    {
      key: 'billed',
      title: t('Billed'),
      isFigure: true,
      render: (row) => show(row, row.billed),
    },
    {
      key: 'receipts',
      title: t('Receipts'),
      isFigure: true,
      render: (row) => show(row, row.receipts),
    },
    {
      key: 'difference',
      title: t('Difference'),
      isFigure: true,
      render: (row) => show(row, row.difference),
    },
  ];
}

function show({ figure }: Difference, value: number): ReactNode {
  return figure === 'cost' ? <Money usd={value} /> : formatCount(value);
}

function nameFigures(): Readonly<Record<Difference['figure'], string>> {
  return {
    requests: t('Calls'),
    input_tokens: t('Input tokens'),
    output_tokens: t('Output tokens'),
    cost: t('Cost (USD)'),
  };
}
