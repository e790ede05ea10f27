import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import type { Key } from './key-desk';

/** `of $5.00 a day` */
export function nameCap(limitUsd: number, period: Key['limit_reset']): string {
  const cap = formatUsd(limitUsd);
  switch (period) {
    case 'daily':
      return t('of {cap} a day', { cap });
    case 'weekly':
      return t('of {cap} a week', { cap });
    case 'monthly':
      return t('of {cap} a month', { cap });
    default:
      return t('of {cap}', { cap });
  }
}
