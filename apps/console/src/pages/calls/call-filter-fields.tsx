import type { ReactNode } from 'react';
import { compact } from '../../app/search';
import { t } from '../../i18n/language';
import { DayFields } from '../../ui/day-fields';
import { DraftField } from '../../ui/draft-field';
import { SelectField } from '../../ui/field';
import type { CallFilters } from './call-filters';

/** The filters above a list of calls; every change goes into the URL. */
export function CallFilterFields({
  filters,
  keys,
  onChange,
}: {
  readonly filters: CallFilters;
  /** Names of the keys to choose from, by id; undefined: the viewer may not read them. */
  readonly keys: Readonly<Record<string, string>> | undefined;
  readonly onChange: (filters: CallFilters) => void;
}): ReactNode {
  const set = (name: keyof CallFilters, value: string): void =>
    onChange(compact({ ...filters, [name]: value === '' ? undefined : value }));
  return (
    <div className="grid gap-3 sm:grid-cols-4 no-print">
      <SelectField
        label={t('Time')}
        value={filters.since ?? 'all'}
        options={{
          all: t('all'),
          hour: t('last hour'),
          day: t('last day'),
          week: t('last week'),
          month: t('last month'),
          days: t('from … to …'),
        }}
        onChange={(event) => set('since', event.target.value === 'all' ? '' : event.target.value)}
      />
      <SelectField
        label={t('Status')}
        value={filters.status ?? ''}
        options={{ '': t('all'), ok: t('ok'), error: t('error'), cancelled: t('cancelled') }}
        onChange={(event) => set('status', event.target.value)}
      />
      {keys !== undefined && (
        <SelectField
          label={t('Key')}
          value={filters.key ?? ''}
          options={{ '': t('all'), ...keys }}
          onChange={(event) => set('key', event.target.value)}
        />
      )}
      <SelectField
        label={t('Failover')}
        value={filters.failover ?? ''}
        options={{ '': t('all'), true: t('another provider answered'), false: t('none') }}
        onChange={(event) => set('failover', event.target.value)}
      />
      <DraftField
        label={t('Model')}
        type="search"
        value={filters.model ?? ''}
        placeholder="openai/gpt-5-mini"
        onSettle={(text) => set('model', text)}
      />
      <DraftField
        label={t('Program')}
        type="search"
        value={filters.app ?? ''}
        onSettle={(text) => set('app', text)}
      />
      <DraftField
        label={t('Cost at least (USD)')}
        inputMode="decimal"
        value={filters.min ?? ''}
        onSettle={(text) => set('min', text)}
      />
      <DraftField
        label={t('Cost at most (USD)')}
        inputMode="decimal"
        value={filters.max ?? ''}
        onSettle={(text) => set('max', text)}
      />
      {filters.since === 'days' && <DayFields from={filters.from} to={filters.to} onChange={set} />}
    </div>
  );
}
