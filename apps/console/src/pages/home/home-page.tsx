import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getAccountBreaker, listLedger } from '../../api/generated/sdk.gen';
import { useAccount } from '../../app/session';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { LinkButton } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Meter } from '../../ui/meter';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { EmptyState, ErrorState, LoadingState } from '../../ui/states';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { FirstCall } from './first-call';

const entriesShown = 8;

/** What the account has, what is held right now, and what happened last. */
export function HomePage(): ReactNode {
  const account = useAccount();
  const { credits, user } = account;
  return (
    <Page
      title={t('Home')}
      lead={t('Signed in as {email}.', { email: user.email })}
      actions={<CurlLink path="/v1/credits" />}
    >
      {!user.emailVerified && (
        <p className="rounded border border-warn p-3">
          {t('Your address is not confirmed yet: open the link in the mail that we sent you.')}
        </p>
      )}
      <div className="grid gap-4 md:grid-cols-3">
        <Card>
          <Figure
            label={t('Balance (USD)')}
            note={credits.balance <= 0 ? t('Paid calls are refused until you top up.') : undefined}
          >
            <Money usd={credits.balance} />
          </Figure>
          <div>
            <LinkButton to="/billing" look="primary">
              {t('Top up')}
            </LinkButton>
          </div>
        </Card>
        <Card>
          <Figure
            label={t('Held by running calls (USD)')}
            note={t('Given back or charged when they end.')}
          >
            <Money usd={credits.reserved} />
          </Figure>
        </Card>
        <Card>
          <Figure
            label={t('Spent so far (USD)')}
            note={t('Of {amount} of credit.', { amount: formatUsd(credits.totalCredits) })}
          >
            <Money usd={credits.totalUsage} />
          </Figure>
        </Card>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <SpendLimits />
        <FirstCall />
      </div>
      <LastEntries />
    </Page>
  );
}

function SpendLimits(): ReactNode {
  const breaker = useQuery({
    queryKey: ['account', 'breaker'],
    queryFn: () => read(getAccountBreaker()),
  });
  if (breaker.isError) {
    return (
      <Card title={t('Spend breaker')}>
        <ErrorState error={breaker.error} onRetry={() => void breaker.refetch()} />
      </Card>
    );
  }
  if (breaker.data === undefined) {
    return (
      <Card title={t('Spend breaker')}>
        <LoadingState />
      </Card>
    );
  }
  const { liveSpend, resolvedSettings: limits } = breaker.data;
  return (
    <Card title={t('Spend breaker')}>
      <p className="text-muted">
        {limits.cbEnabled
          ? t('Calls are refused while the spend of a minute or an hour is above its limit.')
          : t('The breaker is off: nothing stops a runaway program before the credit is spent.')}
      </p>
      {limits.cbMinuteUsd !== null && (
        <Meter
          label={t('This minute')}
          used={liveSpend.minuteSpend}
          limit={limits.cbMinuteUsd}
          text={describeShare(liveSpend.minuteSpend, limits.cbMinuteUsd)}
        />
      )}
      {limits.cbHourlyUsd !== null && (
        <Meter
          label={t('This hour')}
          used={liveSpend.hourSpend}
          limit={limits.cbHourlyUsd}
          text={describeShare(liveSpend.hourSpend, limits.cbHourlyUsd)}
        />
      )}
    </Card>
  );
}

function describeShare(used: number, limit: number): string {
  return t('{used} of {limit}', { used: formatUsd(used), limit: formatUsd(limit) });
}

function LastEntries(): ReactNode {
  const query = { limit: entriesShown };
  const ledger = useQuery({
    queryKey: ['ledger', query],
    queryFn: () => read(listLedger({ query })),
  });
  return (
    <Card title={t('Last entries of the ledger')}>
      {ledger.isError && <ErrorState error={ledger.error} onRetry={() => void ledger.refetch()} />}
      {ledger.isPending && <LoadingState lines={entriesShown} />}
      {ledger.data !== undefined && (
        <Table
          caption={t('Last entries of the ledger')}
          rows={ledger.data.entries}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title={t('Nothing was booked yet')}>
              {t('Top up or make a call: every movement of money is listed here.')}
            </EmptyState>
          }
          columns={[
            { key: 'time', title: t('Time'), render: (entry) => <Time at={entry.createdAt} /> },
            { key: 'kind', title: t('Kind'), render: (entry) => entry.kind },
            {
              key: 'amount',
              title: t('Amount (USD)'),
              isFigure: true,
              render: (entry) => <Money usd={entry.amountUsd} />,
            },
            {
              key: 'balance',
              title: t('Balance after (USD)'),
              isFigure: true,
              render: (entry) => <Money usd={entry.balanceAfter} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
