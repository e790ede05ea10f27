import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { TimeAgo } from '../../ui/time';
import type { Key } from './key-desk';

/** Whether the key works; of one that was ended, by whom and when. */
export function KeyStatus({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const { deletedAt, deletedBy, disabledAt, disabledBy, enabled, expiresAt } = apiKey;
  if (deletedAt !== null) return <Ended state={t('deleted')} at={deletedAt} by={deletedBy} />;
  if (!enabled) return <Ended state={t('disabled')} at={disabledAt} by={disabledBy} />;
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    return <Badge tone="bad">{t('expired')}</Badge>;
  }
  if (apiKey.limit_remaining !== null && apiKey.limit_remaining <= 0) {
    return <Badge tone="warn">{t('cap spent')}</Badge>;
  }
  return <Badge tone="good">{t('active')}</Badge>;
}

function Ended({
  at,
  by,
  state,
}: {
  readonly state: string;
  readonly at: string | null;
  readonly by: Key['disabledBy'];
}): ReactNode {
  return (
    <span className="grid justify-items-start">
      <Badge tone="bad">{state}</Badge>
      {at !== null && (
        <span className="text-muted text-xs">
          <TimeAgo at={at} /> {by !== null && nameEnder(by)}
        </span>
      )}
    </span>
  );
}

function nameEnder({ email, keyId, userId }: NonNullable<Key['disabledBy']>): string {
  const who = email ?? userId;
  return keyId === null ? t('by {who}', { who }) : t('by a management key of {who}', { who });
}
