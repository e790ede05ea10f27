import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import type { Call } from './call-rows';

/** How a call ended. */
export function CallStatus({ call }: { readonly call: Call }): ReactNode {
  if (call.cancelled) return <Badge tone="warn">{t('cancelled')}</Badge>;
  if (call.status >= 400) return <Badge tone="bad">{String(call.status)}</Badge>;
  if (call.is_failover) return <Badge tone="warn">{t('failover')}</Badge>;
  return <Badge tone="good">{String(call.status)}</Badge>;
}
