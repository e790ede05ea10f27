import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getStatement } from '../../api/generated/sdk.gen';
import type { GetStatementResponse } from '../../api/generated/types.gen';
import { useAccount } from '../../app/session';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Button } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Table } from '../../ui/table';
import { useOrgName } from '../orgs/org-queries';
import { kindName } from './kind-name';
import { linkStatement } from './link-billing';
import { shiftMonth, toMonth } from './month';
import { makeWalletKey, type WalletProps } from './wallet';

/** What was added and spent in one month, for the books and the printer. */
export function StatementPage(): ReactNode {
  const { month } = useParams({ from: '/shell/billing/statements/$month' });
  const { user } = useAccount();
  return <StatementView month={month} owner={user.email} />;
}

/** The same for the wallet of an organization. */
export function OrgStatementPage(): ReactNode {
  const { month, orgId } = useParams({ from: '/shell/orgs/$orgId/statements/$month' });
  return <StatementView month={month} owner={useOrgName(orgId)} orgId={orgId} />;
}

function StatementView({
  month,
  orgId,
  owner,
}: WalletProps & { readonly month: string; readonly owner: string }): ReactNode {
  const statement = useQuery({
    queryKey: makeWalletKey(orgId, 'statement', month),
    queryFn: () => read(getStatement({ path: { month }, query: { orgId } })),
  });
  const next = shiftMonth(month, 1);
  return (
    <Page
      title={t('Statement of {month}', { month })}
      lead={t('Tollgate account of {owner}. The month begins and ends at 00:00 UTC.', { owner })}
      actions={
        <>
          <CurlLink path={`/api/billing/statements/${month}`} query={{ orgId }} />
          <MonthLink month={shiftMonth(month, -1)} orgId={orgId} />
          {next <= toMonth(Date.now()) && <MonthLink month={next} orgId={orgId} />}
          <Button onClick={() => print()}>{t('Print')}</Button>
        </>
      }
    >
      <QueryView query={statement} lines={8}>
        {(data) => <Figures statement={data} />}
      </QueryView>
    </Page>
  );
}

function MonthLink({ month, orgId }: WalletProps & { readonly month: string }): ReactNode {
  return (
    <Link {...linkStatement(month, orgId)} className="self-center">
      {month}
    </Link>
  );
}

function Figures({ statement }: { readonly statement: GetStatementResponse }): ReactNode {
  const { closingUsd, isOver, models, openingUsd, sums } = statement;
  return (
    <>
      <Card>
        <div className="grid gap-4 sm:grid-cols-2">
          <Figure label={t('Balance at the beginning (USD)')}>
            <Money usd={openingUsd} />
          </Figure>
          <Figure
            label={isOver ? t('Balance at the end (USD)') : t('Balance now (USD)')}
            note={isOver ? undefined : t('The month is not over: these figures change.')}
          >
            <Money usd={closingUsd} />
          </Figure>
        </div>
      </Card>
      <Card title={t('What changed the balance')}>
        <Table
          caption={t('What changed the balance')}
          rows={sums}
          rowKey={({ kind }) => kind}
          empty={<EmptyState title={t('Nothing was booked in this month')} />}
          columns={[
            { key: 'kind', title: t('Kind'), render: ({ kind }) => kindName(kind) },
            {
              key: 'entries',
              title: t('Entries'),
              isFigure: true,
              render: ({ entries }) => formatCount(entries),
            },
            {
              key: 'amount',
              title: t('Amount (USD)'),
              isFigure: true,
              render: ({ amountUsd }) => <Money usd={amountUsd} isChange />,
            },
          ]}
        />
      </Card>
      <Card title={t('Charges by model')}>
        <Table
          caption={t('Charges by model')}
          rows={models}
          rowKey={({ model }) => model}
          empty={<EmptyState title={t('No call was charged in this month')} />}
          columns={[
            { key: 'model', title: t('Model'), render: ({ model }) => model },
            {
              key: 'requests',
              title: t('Calls'),
              isFigure: true,
              render: ({ requests }) => formatCount(requests),
            },
            {
              key: 'amount',
              title: t('Charged (USD)'),
              isFigure: true,
              render: ({ amountUsd }) => <Money usd={amountUsd} />,
            },
          ]}
        />
      </Card>
    </>
  );
}
