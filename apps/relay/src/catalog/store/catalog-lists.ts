import type { Positioned, SortedPage } from '@tollgate/http';
import {
  makePageSql,
  type Queryable,
  sortByInteger,
  sortByText,
  sortByTime,
  SqlValues,
} from '@tollgate/postgres';
import type { ModelSort, RouteSort } from '../catalog-page';
import type { ModelRow, RouteRow } from '../catalog-rows';

type SortColumn = ReturnType<typeof sortByText>;

const times = {
  createdAt: sortByTime('created_at'),
  updatedAt: sortByTime('updated_at'),
};

const modelColumns: Readonly<Record<ModelSort, SortColumn>> = {
  ...times,
  id: sortByText('id'),
  name: sortByText(`lower(coalesce(document ->> 'name', id))`),
};

const routeColumns: Readonly<Record<RouteSort, SortColumn>> = {
  ...times,
  id: sortByText('id'),
  pattern: sortByText('pattern'),
  priority: sortByInteger('priority'),
};

const modelTexts = ['id', `document ->> 'name'`];
const routeTexts = ['id', 'pattern', 'upstream_model', 'provider_key_id'];

/** All models, the hidden ones too: an operator may list them again. */
export function listModels(
  sql: Queryable,
  page: SortedPage<ModelSort>,
): Promise<readonly Positioned<ModelRow>[]> {
  return listRows<ModelRow>(sql, 'models WHERE true', {
    page,
    column: modelColumns[page.sort],
    texts: modelTexts,
  });
}

export function listRoutes(
  sql: Queryable,
  page: SortedPage<RouteSort>,
): Promise<readonly Positioned<RouteRow>[]> {
  return listRows<RouteRow>(sql, 'routes WHERE true', {
    page,
    column: routeColumns[page.sort],
    texts: routeTexts,
  });
}

interface RowsQuery {
  readonly page: SortedPage;
  readonly column: SortColumn;
  /** What is searched for a part of it. */
  readonly texts: readonly string[];
}

/** A search filters the rows of the index of the order: every relay has the catalog in memory. */
async function listRows<Row extends { readonly id: string }>(
  sql: Queryable,
  source: string,
  { column, page, texts }: RowsQuery,
): Promise<readonly Positioned<Row>[]> {
  const values = new SqlValues();
  const search = page.search === undefined ? 'true' : makeSearch(values, texts, page.search);
  const { rows } = await sql.query<Row & { sort_value: string }>(
    `SELECT *, ${column.text} AS sort_value FROM ${source}
     AND ${search} ${makePageSql(values, column, 'id', page)}`,
    values.list,
  );
  return rows.map(({ sort_value: value, ...row }) => {
    const item = row as unknown as Row;
    return { item, position: { id: item.id, value } };
  });
}

function makeSearch(values: SqlValues, texts: readonly string[], search: string): string {
  const wanted = `lower(${values.add(search)}::text)`;
  return `(${texts.map((text) => `strpos(lower(${text}), ${wanted}) > 0`).join(' OR ')})`;
}
