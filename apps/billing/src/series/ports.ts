import type { Series, SeriesQuery } from './series';

/** The groups with the highest totals first; ungrouped, exactly one series. */
export type ReadSeries = (query: SeriesQuery) => Promise<readonly Series[]>;
