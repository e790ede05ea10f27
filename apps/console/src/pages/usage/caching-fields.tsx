import type { ReactNode } from 'react';
import { compact } from '../../app/search';
import { t } from '../../i18n/language';
import { DayFields } from '../../ui/day-fields';
import { SelectField } from '../../ui/field';
import type { UsageView } from './usage-view';

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
      <SelectField
        label={t('Range')}
        value={view.range === 'year' ? 'quarter' : (view.range ?? 'month')}
        options={{
          day: t('today'),
          week: t('7 days'),
          month: t('30 days'),
          quarter: t('13 weeks'),
          days: t('from … to …'),
        }}
        onChange={(event) => set('range', event.target.value)}
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
