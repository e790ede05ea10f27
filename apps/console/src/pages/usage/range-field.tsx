import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { SelectField } from '../../ui/field';
import { usageRanges, type UsageRange } from './usage-view';

/** The choice of the days that a report covers. */
export function RangeField({
  onChange,
  ranges = usageRanges,
  value,
}: {
  readonly value: UsageRange;
  readonly ranges?: readonly UsageRange[];
  readonly onChange: (range: string) => void;
}): ReactNode {
  const names = {
    day: t('today'),
    week: t('7 days'),
    month: t('30 days'),
    quarter: t('13 weeks'),
    year: t('a year'),
    days: t('from … to …'),
  };
  return (
    <SelectField
      label={t('Range')}
      value={value}
      options={Object.fromEntries(ranges.map((range) => [range, names[range]]))}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
