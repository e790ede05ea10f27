import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import type { Key } from './key-desk';

/** A call with such a key gets the answer 401. */
export function isKeyEnded({ enabled, expiresAt }: Key): boolean {
  return !enabled || (expiresAt !== null && Date.parse(expiresAt) <= Date.now());
}

export function KeyStatus({ apiKey }: { readonly apiKey: Key }): ReactNode {
  if (!apiKey.enabled) return <Badge tone="bad">{t('disabled')}</Badge>;
  if (isKeyEnded(apiKey)) return <Badge tone="bad">{t('expired')}</Badge>;
  if (apiKey.limit_remaining !== null && apiKey.limit_remaining <= 0) {
    return <Badge tone="warn">{t('cap spent')}</Badge>;
  }
  return <Badge tone="good">{t('active')}</Badge>;
}
