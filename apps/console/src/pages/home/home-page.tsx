import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getAccountBreaker } from '../../api/generated/sdk.gen';
import { useGather, useLive } from '../../app/live';
import { accountQuery, useAccount } from '../../app/session';
import { formatUsd, sumUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { LinkButton } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Meter } from '../../ui/meter';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { ErrorState, LoadingState } from '../../ui/states';
import { FirstCall } from './first-call';
import { LastCalls, lastCallsKey } from './last-calls';
import { SpendCard } from './spend-card';

/** What the account has, what is held right now, and what happened last. */
export function HomePage(): ReactNode {
  const account = useAccount();
  const { credits, user } = account;
  useLiveFigures();
  return (
    <Page
      title={t('Home')}
      lead={t('What your account has, what running calls hold of it, and what was called last.')}
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
        <SpendCard credits={credits} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <SpendLimits />
        <FirstCall />
      </div>
      <LastCalls />
    </Page>
  );
}

/** Balance, holds and last calls follow the live stream. */
function useLiveFigures(): void {
  const queries = useQueryClient();
  const readCalls = useGather(() => void queries.invalidateQueries({ queryKey: lastCallsKey }));
  useLive('/api/live', {
    balance: ({ available, reserved, total_credits, total_usage }) =>
      queries.setQueryData(accountQuery.queryKey, (account) => {
        if (account == null) return account;
        const credits = {
          balance: sumUsd([available, reserved]),
          totalCredits: total_credits,
          totalUsage: total_usage,
          reserved,
        };
        return { ...account, credits };
      }),
    call: readCalls,
    reset: readCalls,
  });
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
