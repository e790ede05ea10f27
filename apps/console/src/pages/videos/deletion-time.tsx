import type { ReactNode } from 'react';
import { formatAgo, formatDateTime } from '../../format/time';
import { t } from '../../i18n/language';
import { useNow } from '../../state/now';
import { useTimeStyle } from '../../state/preferences';

/** How long the files of a video job are still kept; the exact time is the title. */
export function DeletionTime({ seconds }: { readonly seconds: number | undefined }): ReactNode {
  const style = useTimeStyle();
  const nowMs = useNow();
  if (seconds === undefined) return <span className="text-muted">–</span>;
  const at = new Date(seconds * 1_000);
  const isDeleted = at.getTime() <= nowMs;
  const when = formatAgo(at, nowMs, style.language);
  return (
    <time
      dateTime={at.toISOString()}
      title={formatDateTime(at, style)}
      className={isDeleted ? 'text-muted whitespace-nowrap' : 'whitespace-nowrap'}
    >
      {isDeleted ? t('Deleted') : t('Deleted {when}', { when })}
    </time>
  );
}
