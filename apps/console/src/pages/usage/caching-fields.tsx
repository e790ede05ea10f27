import type { ReactNode } from 'react';
import { compact } from '../../app/search';
import { t } from '../../i18n/language';
import { DayFields } from '../../ui/day-fields';
import { SelectField } from '../../ui/field';
import { RangeField } from './range-field';
import { usageRanges, type UsageView } from './usage-view';

/** A year has more days than the report. */
const cachingRanges = usageRanges.filter((range) => range !== 'year');

/** The choices above the caching report; every change goes into the URL. */
export function CachingFields({
  onChange,
  view,
}: {
  readonly view: UsageView;
  readonly onChange: (view: UsageView) => void;
}): ReactNode {
  const set = (name: keyof UsageView, value: string): void =>
    onChange(compact({ ...view, [name]: value === '' ? undefined : value }));
  return (
    <div className="grid gap-3 sm:grid-cols-4 no-print">
      <RangeField
        value={view.range === 'year' ? 'quarter' : (view.range ?? 'month')}
        ranges={cachingRanges}
        onChange={(range) => set('range', range)}
      />
      <SelectField
        label={t('Grouped')}
        value={view.group === 'app' ? 'app' : 'model'}
        options={{ model: t('by model'), app: t('by program') }}
        onChange={(event) => set('group', event.target.value)}
      />
      {view.range === 'days' && <DayFields from={view.from} to={view.to} onChange={set} />}
    </div>
  );
}
