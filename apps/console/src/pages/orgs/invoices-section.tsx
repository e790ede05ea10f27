import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { listInvoices } from '../../api/generated/sdk.gen';
import { usePages } from '../../app/use-pages';
import { t } from '../../i18n/language';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { MoreButton } from '../../ui/more-button';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { InvoiceStatus } from './invoice-status';

export function InvoicesSection({ orgId }: { readonly orgId: string }): ReactNode {
  const invoices = usePages(['org', orgId, 'invoices'], {}, (query) =>
    read(listInvoices({ path: { orgId }, query })),
  );
  return (
    <Card title={t('Invoices')} actions={<CurlLink path={`/api/orgs/${orgId}/invoices`} />}>
      <QueryView query={invoices}>
        {({ pages }) => (
          <Table
            caption={t('Invoices')}
            rows={pages.flatMap((page) => page.invoices)}
            rowKey={({ id }) => id}
            empty={
              <EmptyState title={t('No invoice yet')}>
                {t('Organizations with prepaid credit get none; their top-ups have receipts.')}
              </EmptyState>
            }
            columns={[
              {
                key: 'period',
                title: t('Month'),
                render: ({ id, period }) => (
                  <Link to="/orgs/$orgId/invoices/$invoiceId" params={{ orgId, invoiceId: id }}>
                    {period}
                  </Link>
                ),
              },
              {
                key: 'status',
                title: t('Status'),
                render: ({ status }) => <InvoiceStatus status={status} />,
              },
              {
                key: 'total',
                title: t('Total (USD)'),
                isFigure: true,
                render: ({ total }) => <Money usd={total} />,
              },
              { key: 'due', title: t('Due'), render: ({ dueAt }) => <Time at={dueAt} /> },
              { key: 'paid', title: t('Paid at'), render: ({ paidAt }) => <Time at={paidAt} /> },
            ]}
          />
        )}
      </QueryView>
      <MoreButton query={invoices} />
    </Card>
  );
}
