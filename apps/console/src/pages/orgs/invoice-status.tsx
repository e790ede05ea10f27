import type { ReactNode } from 'react';
import type { Invoice } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { Badge, type Tone } from '../../ui/badge';

type Status = Invoice['status'];

const tones: Readonly<Record<Status, Tone>> = { open: 'warn', paid: 'good', void: 'neutral' };

export function nameInvoiceStatus(status: Status): string {
  const names: Readonly<Record<Status, string>> = {
    open: t('open'),
    paid: t('paid'),
    void: t('void'),
  };
  return names[status];
}

export function InvoiceStatus({ status }: { readonly status: Status }): ReactNode {
  return <Badge tone={tones[status]}>{nameInvoiceStatus(status)}</Badge>;
}
