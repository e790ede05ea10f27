import { t } from '../../i18n/language';
import type { NameOf } from './receipt-names';

/** An account of the ledger in words, such as `wallet:user_…`. */
export function nameLedgerAccount(account: string, nameOf: NameOf): string {
  const colon = account.indexOf(':');
  const kind = colon < 0 ? account : account.slice(0, colon);
  const id = colon < 0 ? '' : account.slice(colon + 1);
  switch (kind) {
    case 'wallet':
      return t('balance of {name}', { name: nameOf(id) ?? t('the account') });
    case 'held':
      return t('held for {name}', { name: nameOf(id) ?? t('the account') });
    case 'cash':
      return t('payments by {channel}', { channel: id });
    case 'payable':
      return t('owed to {provider}', { provider: id });
    default:
      return nameOwnAccount(kind) ?? account;
  }
}

function nameOwnAccount(kind: string): string | undefined {
  const names: Readonly<Record<string, string>> = {
    revenue: t('charges for calls'),
    fees: t('fees'),
    vat: t('value added tax'),
    grants: t('granted credit'),
    upstream_cost: t('cost of providers'),
  };
  return names[kind];
}
