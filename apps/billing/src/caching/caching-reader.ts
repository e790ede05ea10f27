import type { ReportDatabase } from '../reports/report-database';
import { getCalendarDay } from '../shared/calendar';
import {
  groupsMax,
  noCaching,
  subtractFigures,
  type CachingFigures,
  type CachingGroupFigures,
  type CachingSuggestion,
} from './caching';
import {
  makeCachingSql,
  makeSuggestionsSql,
  readCachingRow,
  sets,
  type CachingRow,
} from './caching-rows';
import type { ReadCaching } from './ports';

export function createReadCaching(database: Pick<ReportDatabase, 'read'>): ReadCaching {
  return (query) =>
    database.read(async (snapshot) => {
      const caching = makeCachingSql(query);
      const { rows } = await snapshot.query<CachingRow>(caching.text, caching.values);
      const wanted = makeSuggestionsSql(query);
      const suggested = await snapshot.query<CachingSuggestion>(wanted.text, wanted.values);
      const of = (set: number): CachingRow[] => rows.filter((row) => row.set === set);
      const [sum] = of(sets.totals);
      const totals = sum === undefined ? noCaching : readCachingRow(sum);
      return {
        totals,
        groups: addOther(totals, of(sets.name).map(readGroup)),
        days: of(sets.day).map((row) => ({
          ...readCachingRow(row),
          day: getCalendarDay(Date.parse(`${row.day}T00:00:00Z`)),
        })),
        suggestions: suggested.rows,
      };
    });
}

function readGroup(row: CachingRow): CachingGroupFigures {
  const isNamed = row.name !== null && row.name !== '';
  return {
    kind: isNamed ? 'group' : 'unassigned',
    id: isNamed ? row.name : null,
    ...readCachingRow(row),
  };
}

/** What the groups leave of the totals, so that they add up. */
function addOther(
  totals: CachingFigures,
  groups: readonly CachingGroupFigures[],
): readonly CachingGroupFigures[] {
  if (groups.length < groupsMax) return groups;
  const left = groups.reduce(subtractFigures, totals);
  return left.requests === 0n ? groups : [...groups, { kind: 'other', id: null, ...left }];
}
