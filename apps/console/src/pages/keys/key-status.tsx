import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Badge } from '../../ui/badge';
import { TimeAgo } from '../../ui/time';
import { findKeyEnd } from './find-key-end';
import type { Key } from './key-desk';

/** Whether the key works; of one that was ended, by whom and when. */
export function KeyStatus({ apiKey }: { readonly apiKey: Key }): ReactNode {
  const { deletedAt, deletedBy, disabledAt, disabledBy, expiresAt } = apiKey;
  switch (findKeyEnd(apiKey, Date.now())) {
    case 'deleted':
      return <Ended state={t('deleted')} at={deletedAt} by={deletedBy} />;
    case 'disabled':
      return <Ended state={t('disabled')} at={disabledAt} by={disabledBy} />;
    case 'expired':
      return <Ended state={t('expired')} at={expiresAt} by={null} />;
    default:
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
