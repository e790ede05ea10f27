import type { ReactNode } from 'react';
import { compact } from '../../app/search';
import { t } from '../../i18n/language';
import { DayFields } from '../../ui/day-fields';
import { SelectField } from '../../ui/field';
import { RangeField } from './range-field';
import { nameMetric } from './series-report';
import { isLatency, usageMetrics, type UsageMetric, type UsageView } from './usage-view';

/** The choices above a chart of usage; every change goes into the URL. */
export function UsageFields({
  groups,
  metrics = usageMetrics,
  onChange,
  view,
}: {
  readonly view: UsageView;
  readonly groups: readonly NonNullable<UsageView['group']>[];
  readonly metrics?: readonly UsageMetric[];
  readonly onChange: (view: UsageView) => void;
}): ReactNode {
  const set = (name: keyof UsageView, value: string): void =>
    onChange(compact({ ...view, [name]: value === '' ? undefined : value }));
  const groupNames = {
    model: t('by model'),
    key: t('by key'),
    app: t('by program'),
    team: t('by team'),
    member: t('by member'),
    none: t('all together'),
  };
  return (
    <div className="grid gap-3 sm:grid-cols-4 no-print">
      <RangeField value={view.range ?? 'month'} onChange={(range) => set('range', range)} />
      <SelectField
        label={t('Figure')}
        value={view.metric ?? 'spend'}
        options={Object.fromEntries(metrics.map((metric) => [metric, nameMetric(metric)]))}
        onChange={(event) => set('metric', event.target.value)}
      />
      <SelectField
        label={t('Grouped')}
        value={isLatency(view.metric) ? 'none' : (view.group ?? 'model')}
        disabled={isLatency(view.metric)}
        options={Object.fromEntries(groups.map((group) => [group, groupNames[group]]))}
        onChange={(event) => set('group', event.target.value)}
      />
      <SelectField
        label={t('Points')}
        value={view.bucket ?? ''}
        options={{
          '': t('as fits'),
          hour: t('hours'),
          day: t('days'),
          week: t('weeks'),
          month: t('months'),
        }}
        onChange={(event) => set('bucket', event.target.value)}
      />
      {view.range === 'days' && <DayFields from={view.from} to={view.to} onChange={set} />}
    </div>
  );
}
