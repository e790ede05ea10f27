import type { AdminOrganization } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';

/** How an organization pays. */
export function nameBillingMode(mode: AdminOrganization['billingMode']): string {
  return mode === 'prepaid' ? t('in advance') : t('by monthly invoice');
}
