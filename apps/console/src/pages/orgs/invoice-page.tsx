import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getInvoice } from '../../api/generated/sdk.gen';
import type { GetInvoiceResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Facts, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { InvoiceStatus } from './invoice-status';
import { useOwnOrganization, useTeams } from './org-queries';

/** One invoice with its lines, for the books and the printer. */
export function InvoicePage(): ReactNode {
  const { invoiceId, orgId } = useParams({ from: '/shell/orgs/$orgId/invoices/$invoiceId' });
  const own = useOwnOrganization(orgId);
  const invoice = useQuery({
    queryKey: ['org', orgId, 'invoices', 'one', invoiceId],
    queryFn: () => read(getInvoice({ path: { orgId, id: invoiceId } })),
  });
  return (
    <Page
      title={t('Invoice')}
      lead={<span className="font-mono">{invoiceId}</span>}
      actions={
        <>
          <CurlLink path={`/api/orgs/${orgId}/invoices/${invoiceId}`} />
          <Button onClick={() => print()}>{t('Print')}</Button>
        </>
      }
    >
      <QueryView query={invoice} lines={8}>
        {(data) => (
          <>
            <Card>
              <InvoiceFacts invoice={data} name={own?.name ?? orgId} />
            </Card>
            <Lines orgId={orgId} isAdmin={own?.role === 'org_admin'} lines={data.lines} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function InvoiceFacts({
  invoice,
  name,
}: {
  readonly invoice: GetInvoiceResponse;
  readonly name: string;
}): ReactNode {
  return (
    <Facts
      facts={[
        [t('Organization'), name],
        [t('Month'), invoice.period],
        [t('Status'), <InvoiceStatus key="status" status={invoice.status} />],
        [t('Made'), <Time key="made" at={invoice.createdAt} />],
        [t('Due'), <Time key="due" at={invoice.dueAt} />],
        [t('Paid at'), <Time key="paid" at={invoice.paidAt} />],
        [t('Sum of the lines (USD)'), <Money key="subtotal" usd={invoice.subtotal} />],
        [t('VAT (USD)'), <Money key="vat" usd={invoice.vat} />],
        [t('Total (USD)'), <Money key="total" usd={invoice.total} />],
      ]}
    />
  );
}

function Lines({
  isAdmin,
  lines,
  orgId,
}: {
  readonly orgId: string;
  /** Others may not read the names of teams. */
  readonly isAdmin: boolean;
  readonly lines: GetInvoiceResponse['lines'];
}): ReactNode {
  const teams = useTeams(orgId, isAdmin).data?.teams ?? [];
  const nameTeam = (teamId: string | null): string =>
    teamId === null ? t('without') : (teams.find(({ id }) => id === teamId)?.name ?? teamId);
  return (
    <Card title={t('Lines')}>
      <Table
        caption={t('Lines')}
        rows={lines}
        rowKey={({ costCenterCode, model, period, teamId }) =>
          [period, costCenterCode, teamId, model].join(' ')
        }
        empty={<EmptyState title={t('No line')} />}
        columns={[
          { key: 'period', title: t('Spent in'), render: ({ period }) => period },
          { key: 'code', title: t('Cost centre'), render: (row) => row.costCenterCode ?? '–' },
          { key: 'team', title: t('Team'), render: ({ teamId }) => nameTeam(teamId) },
          { key: 'model', title: t('Model'), render: ({ model }) => model },
          {
            key: 'spend',
            title: t('Spend (USD)'),
            isFigure: true,
            render: ({ spend }) => <Money usd={spend} />,
          },
        ]}
      />
    </Card>
  );
}
