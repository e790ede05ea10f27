import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getInsights } from '../../api/generated/sdk.gen';
import type { Account } from '../../app/session';
import { sumUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { useNow } from '../../state/now';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { TimeAgo } from '../../ui/time';
import { estimateCreditEnd } from './estimate-credit-end';

const days = 7;

/** Spend of today and of the week, and how long the credit lasts at this rate. */
export function SpendCard({ credits }: Pick<Account, 'credits'>): ReactNode {
  const nowMs = useNow();
  const insights = useQuery({
    queryKey: ['insights', '7d'],
    queryFn: () => read(getInsights({ query: { period: '7d' } })),
  });
  return (
    <Card>
      <QueryView query={insights} lines={4}>
        {({ daily, totals }) => {
          const today = new Date(nowMs).toISOString().slice(0, 'yyyy-mm-dd'.length);
          const availableUsd = sumUsd([credits.balance, -credits.reserved]);
          const end = estimateCreditEnd(availableUsd, { spendUsd: totals.spend, days, nowMs });
          return (
            <>
              <div className="grid gap-3 sm:grid-cols-2">
                <Figure label={t('Spent today, in UTC (USD)')}>
                  <Money usd={daily.find(({ date }) => date === today)?.spend ?? 0} />
                </Figure>
                <Figure label={t('Spent in 7 days (USD)')}>
                  <Money usd={totals.spend} />
                </Figure>
              </div>
              <p className="text-muted">
                {end === null ? (
                  t('At this rate the credit lasts for years.')
                ) : (
                  <>
                    {t('At this rate the credit ends')} <TimeAgo at={end} />.
                  </>
                )}
              </p>
            </>
          );
        }}
      </QueryView>
    </Card>
  );
}
