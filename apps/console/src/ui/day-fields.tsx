import type { ReactNode } from 'react';
import { t } from '../i18n/language';
import { TextField } from './field';

/** The first and the last day of a range. */
export function DayFields({
  from = '',
  onChange,
  to = '',
}: {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (name: 'from' | 'to', day: string) => void;
}): ReactNode {
  return (
    <>
      <TextField
        label={t('From')}
        type="date"
        value={from}
        max={to}
        onChange={({ target }) => onChange('from', target.value)}
      />
      <TextField
        label={t('To, included')}
        type="date"
        value={to}
        min={from}
        onChange={({ target }) => onChange('to', target.value)}
      />
    </>
  );
}
