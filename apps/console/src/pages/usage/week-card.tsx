import { useQuery } from '@tanstack/react-query';
import { memo, type ReactNode } from 'react';
import type { GetSeriesResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { useTimeStyle } from '../../state/preferences';
import { CurlLink } from '../../ui/curl-link';
import { Card } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { Heatmap } from './heatmap';
import { makeWeekQuery, weekDays } from './usage-series';
import { makeWeekCells } from './week-cells';

type WeekQuery = ReturnType<typeof makeWeekQuery>;

/** When in the week money is spent. */
function WeekView({
  curl,
  readSeries,
}: {
  /** The path that has the same figures. */
  readonly curl: string;
  readonly readSeries: (query: WeekQuery) => Promise<GetSeriesResponse>;
}): ReactNode {
  const { timeZone } = useTimeStyle();
  const query = makeWeekQuery({ nowMs: Date.now(), timeZone });
  const series = useQuery({
    queryKey: ['week', curl, query],
    queryFn: () => readSeries(query),
  });
  return (
    <Card title={t('Spend by hour')} actions={<CurlLink path={curl} query={query} />}>
      <QueryView query={series} lines={8}>
        {(answer) => <Heatmap cells={makeWeekCells(answer)} />}
      </QueryView>
      <p className="text-muted text-xs">
        {t('Hours of the last {days} days in {zone}.', { days: weekDays, zone: timeZone })}
      </p>
    </Card>
  );
}

/** A choice above the chart does not draw it again. */
export const WeekCard = memo(WeekView, (former, next) => former.curl === next.curl);
