import { useState, type ReactNode } from 'react';
import { once, read } from '../../api/client';
import {
  confirmTopup,
  listAllInvoices,
  listAllTopups,
  listGrants,
  markInvoicePaid,
  refundTopup,
  rejectTopup,
  voidInvoice,
} from '../../api/generated/sdk.gen';
import type { ListAllInvoicesResponse, ListAllTopupsResponse } from '../../api/generated/types.gen';
import { compact } from '../../app/search';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Money } from '../../ui/money';
import { Time } from '../../ui/time';
import { nameTopUpStatus, TopUpStatus } from '../billing/top-up-status';
import { InvoiceStatus, nameInvoiceStatus } from '../orgs/invoice-status';
import { useOperatorFilters } from './operator-filters';
import { OperatorList, pageQuery, useItems } from './operator-list';
import { ReasonDialog } from './reason-dialog';
import { TopUpSuspensions } from './topup-suspensions';
import { OwnerLink } from './owner-link';

type TopUp = ListAllTopupsResponse['items'][number];
type Invoice = ListAllInvoicesResponse['items'][number];

const topUpStatuses = ['pending', 'paid', 'failed', 'expired', 'canceled', 'refunded'] as const;
const invoiceStatuses = ['open', 'paid', 'void'] as const;

function StatusField<Status extends string>({
  nameStatus,
  onChange,
  statuses,
  value,
}: {
  readonly statuses: readonly Status[];
  readonly nameStatus: (status: Status) => string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}): ReactNode {
  const names = Object.fromEntries(statuses.map((each) => [each, nameStatus(each)]));
  return (
    <div className="max-w-60 no-print">
      <SelectField
        label={t('Status')}
        value={value ?? ''}
        options={{ '': t('all'), ...names }}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

export function GrantsSection(): ReactNode {
  const items = useItems('grants', (cursor) => read(listGrants({ query: pageQuery(cursor) })));
  return (
    <OperatorList
      title={t('Grants')}
      items={items}
      curl="/api/admin/credits/grants"
      rowKey={({ id }) => id}
      emptyText={t('No grant yet')}
      columns={[
        { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
        {
          key: 'wallet',
          title: t('Wallet'),
          render: ({ walletId }) => <OwnerLink id={walletId} />,
        },
        {
          key: 'amount',
          title: t('Amount (USD)'),
          isFigure: true,
          render: ({ amountUsd }) => <Money usd={amountUsd} />,
        },
        { key: 'reason', title: t('Reason'), render: ({ reason }) => reason },
        {
          key: 'expires',
          title: t('Expires'),
          render: ({ expiresAt }) => (expiresAt === null ? t('never') : <Time at={expiresAt} />),
        },
      ]}
    />
  );
}

const topUpActs = { confirm: confirmTopup, reject: rejectTopup, refund: refundTopup } as const;
type TopUpAct = keyof typeof topUpActs;

export function TopUpsSection(): ReactNode {
  return (
    <>
      <TopUps />
      <TopUpSuspensions />
    </>
  );
}

function TopUps(): ReactNode {
  const [asked, setAsked] = useState<{ readonly act: TopUpAct; readonly topUp: TopUp }>();
  const [filters, setFilter] = useOperatorFilters();
  const status = topUpStatuses.find((each) => each === filters.status);
  const items = useItems(`topups ${status ?? ''}`, (cursor) =>
    read(listAllTopups({ query: { ...pageQuery(cursor), ...(status && { status }) } })),
  );
  return (
    <OperatorList
      title={t('Top-ups')}
      items={items}
      curl="/api/admin/topups"
      query={compact({ status })}
      rowKey={({ id }) => id}
      emptyText={t('No top-up yet')}
      columns={[
        { key: 'time', title: t('Time'), render: (row) => <Time at={row.createdAt} /> },
        {
          key: 'status',
          title: t('Status'),
          render: ({ status: each }) => <TopUpStatus status={each} />,
        },
        {
          key: 'wallet',
          title: t('Wallet'),
          render: ({ walletId }) => <OwnerLink id={walletId} />,
        },
        { key: 'channel', title: t('Paid by'), render: ({ channel }) => channel },
        {
          key: 'amount',
          title: t('Credit (USD)'),
          isFigure: true,
          render: ({ amountUsd }) => <Money usd={amountUsd} />,
        },
        {
          key: 'actions',
          title: t('Actions'),
          render: (topUp) => (
            <span className="flex flex-wrap gap-1">
              {topUp.status === 'pending' && (
                <>
                  <Button onClick={() => setAsked({ act: 'confirm', topUp })}>
                    {t('Confirm')}
                  </Button>
                  <Button look="danger" onClick={() => setAsked({ act: 'reject', topUp })}>
                    {t('Reject')}
                  </Button>
                </>
              )}
              {topUp.status === 'paid' && (
                <Button look="danger" onClick={() => setAsked({ act: 'refund', topUp })}>
                  {t('Refund')}
                </Button>
              )}
            </span>
          ),
        },
      ]}
    >
      <StatusField
        statuses={topUpStatuses}
        nameStatus={nameTopUpStatus}
        value={status}
        onChange={(value) => setFilter('status', value)}
      />
      {asked !== undefined && (
        <ReasonDialog
          title={nameTopUpAct(asked.act)}
          action={nameTopUpAct(asked.act)}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason, key) =>
            read(
              topUpActs[asked.act]({
                path: { id: asked.topUp.id },
                body: { reason },
                ...once(key),
              }),
            )
          }
        >
          <p>
            {t('{amount} of credit for the wallet {wallet}.', {
              amount: formatUsd(asked.topUp.amountUsd),
              wallet: asked.topUp.walletId,
            })}
          </p>
        </ReasonDialog>
      )}
    </OperatorList>
  );
}

function nameTopUpAct(act: TopUpAct): string {
  return { confirm: t('Confirm'), reject: t('Reject'), refund: t('Refund') }[act];
}

export function InvoicesSection(): ReactNode {
  const [asked, setAsked] = useState<{ readonly isPaid: boolean; readonly invoice: Invoice }>();
  const [filters, setFilter] = useOperatorFilters();
  const status = invoiceStatuses.find((each) => each === filters.status);
  const items = useItems(`invoices ${status ?? ''}`, (cursor) =>
    read(listAllInvoices({ query: { ...pageQuery(cursor), ...(status && { status }) } })),
  );
  return (
    <OperatorList
      title={t('Invoices')}
      items={items}
      curl="/api/admin/invoices"
      query={compact({ status })}
      rowKey={({ id }) => id}
      emptyText={t('No invoice yet')}
      columns={[
        { key: 'period', title: t('Month'), render: ({ period }) => period },
        {
          key: 'org',
          title: t('Organization'),
          render: ({ orgId }) => <OwnerLink id={orgId} />,
        },
        {
          key: 'status',
          title: t('Status'),
          render: ({ status: each }) => <InvoiceStatus status={each} />,
        },
        {
          key: 'total',
          title: t('Total (USD)'),
          isFigure: true,
          render: ({ total }) => <Money usd={total} />,
        },
        { key: 'due', title: t('Due'), render: ({ dueAt }) => <Time at={dueAt} /> },
        {
          key: 'actions',
          title: t('Actions'),
          render: (invoice) =>
            invoice.status === 'open' && (
              <span className="flex flex-wrap gap-1">
                <Button onClick={() => setAsked({ isPaid: true, invoice })}>
                  {t('Mark as paid')}
                </Button>
                <Button look="danger" onClick={() => setAsked({ isPaid: false, invoice })}>
                  {t('Void')}
                </Button>
              </span>
            ),
        },
      ]}
    >
      <StatusField
        statuses={invoiceStatuses}
        nameStatus={nameInvoiceStatus}
        value={status}
        onChange={(value) => setFilter('status', value)}
      />
      {asked !== undefined && (
        <ReasonDialog
          title={asked.isPaid ? t('Mark as paid') : t('Void')}
          action={asked.isPaid ? t('Mark as paid') : t('Void')}
          onClose={() => setAsked(undefined)}
          onConfirm={(reason, key) => {
            const act = asked.isPaid ? markInvoicePaid : voidInvoice;
            return read(act({ path: { id: asked.invoice.id }, body: { reason }, ...once(key) }));
          }}
        >
          <p>
            {t('The invoice of {month} over {amount}.', {
              month: asked.invoice.period,
              amount: formatUsd(asked.invoice.total),
            })}
          </p>
        </ReasonDialog>
      )}
    </OperatorList>
  );
}
