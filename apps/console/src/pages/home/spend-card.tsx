import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { read } from '../../api/client';
import { getSeries } from '../../api/generated/sdk.gen';
import type { Account } from '../../app/session';
import { sumUsd } from '../../format/money';
import { t } from '../../i18n/language';
import { useNow } from '../../state/now';
import { useTimeStyle } from '../../state/preferences';
import { Money } from '../../ui/money';
import { Card, Figure } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { TimeAgo } from '../../ui/time';
import { makeSeriesQuery } from '../usage/usage-series';
import { estimateCreditEnd } from './estimate-credit-end';

const days = 7;
/** The beginning of the key: the rest is the range. */
export const spendKey = ['series'];

/** Spend of today and of the week, and how long the credit lasts at this rate. */
export function SpendCard({ credits }: Pick<Account, 'credits'>): ReactNode {
  const nowMs = useNow();
  const { timeZone } = useTimeStyle();
  // Not the insights: they may be five minutes old, and other pages would show another sum.
  const query = makeSeriesQuery({ range: 'week', group: 'none' }, { nowMs, timeZone });
  const spend = useQuery({
    queryKey: [...spendKey, query],
    queryFn: () => read(getSeries({ query })),
  });
  return (
    <Card>
      <QueryView query={spend} lines={4}>
        {({ series: [all] }) => {
          const spendUsd = all?.total ?? 0;
          const availableUsd = sumUsd([credits.balance, -credits.reserved]);
          const end = estimateCreditEnd(availableUsd, { spendUsd, days, nowMs });
          return (
            <>
              <div className="grid gap-3 sm:grid-cols-2">
                <Figure label={t('Spent today (USD)')} note={timeZone}>
                  <Money usd={all?.values.at(-1) ?? 0} />
                </Figure>
                <Figure label={t('Spent in 7 days (USD)')}>
                  <Money usd={spendUsd} />
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
