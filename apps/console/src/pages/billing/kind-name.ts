import { t } from '../../i18n/language';

/** What an entry of the ledger is, in words. */
export function kindName(kind: string): string {
  const names: Readonly<Record<string, string>> = {
    topup: t('top-up'),
    grant: t('grant'),
    adjust: t('correction'),
    settle: t('charge'),
    reserve: t('hold'),
    release: t('release of a hold'),
    refund: t('refund'),
    reversal: t('reversal of a payment'),
    invoice: t('invoice'),
  };
  return names[kind] ?? kind;
}
