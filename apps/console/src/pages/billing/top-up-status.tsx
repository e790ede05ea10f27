import type { ReactNode } from 'react';
import type { Topup } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge, type Tone } from '../../ui/badge';

type Status = Topup['status'];

const tones: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  paid: 'good',
  failed: 'bad',
  expired: 'bad',
  canceled: 'bad',
  refunded: 'neutral',
};

export function nameTopUpStatus(status: Status): string {
  const names: Readonly<Record<Status, string>> = {
    pending: t('pending'),
    paid: t('paid'),
    failed: t('failed'),
    expired: t('expired'),
    canceled: t('cancelled'),
    refunded: t('refunded'),
  };
  return names[status];
}

export function TopUpStatus({ status }: { readonly status: Status }): ReactNode {
  return <Badge tone={tones[status]}>{nameTopUpStatus(status)}</Badge>;
}
