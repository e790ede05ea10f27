import type { ReactNode } from 'react';
import { formatUsd } from '../../format/money';
import { formatCount } from '../../format/number';
import { t } from '../../i18n/language';
import { Meter } from '../../ui/meter';

/** What a session has used of what it may use; a null limit is no bound. */
export interface SessionUse {
  readonly requests: number;
  readonly tokens: number;
  readonly usd: number;
  readonly quota: {
    readonly requests: number | null;
    readonly tokens: number | null;
    readonly usd: number | null;
  };
}

/** A bar for each bound of a session, and the plain figure where it has none. */
export function QuotaMeters({ quota, requests, tokens, usd }: SessionUse): ReactNode {
  return (
    <div className="grid gap-2 min-w-40">
      <Bound label={t('Requests')} used={requests} limit={quota.requests} format={formatCount} />
      <Bound label={t('Tokens')} used={tokens} limit={quota.tokens} format={formatCount} />
      <Bound label={t('Cost')} used={usd} limit={quota.usd} format={formatUsd} />
    </div>
  );
}

function Bound({
  format,
  label,
  limit,
  used,
}: {
  readonly label: string;
  readonly used: number;
  readonly limit: number | null;
  readonly format: (value: number) => string;
}): ReactNode {
  if (limit === null) {
    return (
      <div className="flex justify-between gap-3">
        <span>{label}</span>
        <span className="tabular-nums">{format(used)}</span>
      </div>
    );
  }
  const text = t('{used} of {limit}', { used: format(used), limit: format(limit) });
  return <Meter label={label} used={used} limit={limit} text={text} />;
}
