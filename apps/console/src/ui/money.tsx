import type { ReactNode } from 'react';
import { formatUsd, formatUsdExact } from '../format/money';
import { t } from '../i18n/language';
import { classNames } from './class-names';

/** The one way to show an amount; its exact value is in the title. A dash stands for no amount. */
export function Money({
  isChange = false,
  usd,
}: {
  readonly usd: number | null | undefined;
  /** A movement, which is often negative and no reason for a warning colour. */
  readonly isChange?: boolean;
}): ReactNode {
  if (usd == null || Number.isNaN(usd)) return <span className="text-muted">–</span>;
  return (
    <data
      value={usd}
      title={t('exactly {amount}', { amount: formatUsdExact(usd) })}
      className={classNames('tabular-nums whitespace-nowrap', usd < 0 && !isChange && 'text-bad')}
    >
      {formatUsd(usd)}
    </data>
  );
}
