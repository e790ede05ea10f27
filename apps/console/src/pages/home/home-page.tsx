import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useGather, useLive } from '../../app/live';
import { accountQuery, useAccount } from '../../app/session';
import { sumUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { LinkButton } from '../../ui/button';
import { CurlLink } from '../../ui/curl-link';
import { Money } from '../../ui/money';
import { Card, Figure, Page } from '../../ui/page';
import { BreakerCard, breakerKey } from './breaker-card';
import { CapsCard, capsKey } from './caps-card';
import { FirstCall } from './first-call';
import { LastCalls, lastCallsKey } from './last-calls';
import { SpendCard, spendKey } from './spend-card';

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
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <div className="grid gap-3 sm:grid-cols-2">
            <Figure
              label={t('Balance (USD)')}
              note={
                credits.balance <= 0 ? t('Paid calls are refused until you top up.') : undefined
              }
            >
              <Money usd={credits.balance} />
            </Figure>
            <Figure
              label={t('Held by running calls (USD)')}
              note={t('Given back or charged when they end.')}
            >
              <Money usd={credits.reserved} />
            </Figure>
          </div>
          <div>
            <LinkButton to="/billing" look="primary">
              {t('Top up')}
            </LinkButton>
          </div>
        </Card>
        <SpendCard credits={credits} />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="grid gap-4 content-start">
          <BreakerCard />
          <CapsCard />
        </div>
        <FirstCall />
      </div>
      <LastCalls />
    </Page>
  );
}

/** Spend, caps and the breaker are three reads. */
const figuresMs = 5_000;

/** Balance, holds, last calls, spend, caps and the breaker follow the live stream. */
function useLiveFigures(): void {
  const queries = useQueryClient();
  const renew = (queryKey: readonly unknown[]): void =>
    void queries.invalidateQueries({ queryKey });
  const readCalls = useGather(() => renew(lastCallsKey));
  const readFigures = useGather(() => {
    for (const key of [spendKey, capsKey, breakerKey]) renew(key);
  }, figuresMs);
  const readAll = (): void => {
    readCalls();
    readFigures();
  };
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
    call: readAll,
    breaker: readFigures,
    reset: readAll,
  });
}
