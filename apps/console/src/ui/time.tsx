import type { ReactNode } from 'react';
import { useNow } from '../state/now';
import { useTimeStyle } from '../state/preferences';
import { formatAgo, formatDateTime } from '../format/time';

/** The one way to show a time: in the viewer's time zone, which the title names. */
export function Time({ at }: { readonly at: string | null | undefined }): ReactNode {
  const style = useTimeStyle();
  if (at == null) return <span className="text-muted">–</span>;
  return (
    <time
      dateTime={at}
      title={`${style.timeZone}; ${at}`}
      className="tabular-nums whitespace-nowrap"
    >
      {formatDateTime(at, style)}
    </time>
  );
}

/** The distance from now, for what just happened or will happen soon. */
export function TimeAgo({ at }: { readonly at: string | null | undefined }): ReactNode {
  const style = useTimeStyle();
  const nowMs = useNow();
  if (at == null) return <span className="text-muted">–</span>;
  return (
    <time dateTime={at} title={formatDateTime(at, style)} className="whitespace-nowrap">
      {formatAgo(at, nowMs, style.language)}
    </time>
  );
}
