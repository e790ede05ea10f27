import type { ReactNode } from 'react';
import { formatUsd } from '../../format/money';
import { t } from '../../i18n/language';
import type { WeekCell } from './week-cells';

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const shades = ['0%', '20%', '40%', '60%', '80%', '100%'];

/** Spend by weekday and hour: the darker, the more. Each field names its value. */
export function Heatmap({ cells }: { readonly cells: readonly WeekCell[] }): ReactNode {
  const values = new Map(cells.map(({ hour, value, weekday }) => [`${weekday} ${hour}`, value]));
  const most = Math.max(...cells.map(({ value }) => value), Number.MIN_VALUE);
  const weekdays = listWeekdays();
  return (
    <div
      className="relative overflow-x-auto"
      role="region"
      aria-label={t('Spend by hour')}
      tabIndex={0}
    >
      <table className="border-separate border-spacing-0.5 text-xs">
        <caption className="sr-only">{t('Spend by hour')}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t('Weekday')}</span>
            </th>
            {hours.map((hour) => (
              <th key={hour} scope="col" className="text-muted font-normal min-w-5">
                {hour}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weekdays.map((name, weekday) => (
            <tr key={name}>
              <th scope="row" className="text-muted font-normal text-left pr-2">
                {name}
              </th>
              {hours.map((hour) => {
                const value = values.get(`${weekday} ${hour}`) ?? 0;
                const shade = shades[Math.ceil((value / most) * (shades.length - 1))] ?? '0%';
                const background = `color-mix(in srgb, var(--color-series-1) ${shade}, var(--color-raised))`;
                return (
                  <td
                    key={hour}
                    title={`${name} ${hour}:00, ${formatUsd(value)}`}
                    className="size-5 rounded-xs"
                    style={{ background }}
                  >
                    <span className="sr-only">{formatUsd(value)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** From Monday. */
function listWeekdays(): readonly string[] {
  return [t('Mon'), t('Tue'), t('Wed'), t('Thu'), t('Fri'), t('Sat'), t('Sun')];
}
