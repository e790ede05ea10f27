import { memo, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { afterPaint } from './after-paint';
import { classNames } from './class-names';

export interface Column<Row> {
  readonly key: string;
  readonly title: string;
  readonly render: (row: Row) => ReactNode;
  /** Figures are aligned to the right. */
  readonly isFigure?: boolean;
  /** The server sorts by this name. */
  readonly sortBy?: string;
}

export interface Sorting {
  readonly by: string | undefined;
  readonly isDescending: boolean;
  readonly onSort: (by: string, isDescending: boolean) => void;
}

export interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  /** The same array as long as the columns are the same: otherwise every row is rendered again. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly sorting?: Sorting;
  /** Shown instead of an empty table. */
  readonly empty: ReactNode;
}

/**
 * The one table. On narrow screens every row becomes a block of named values, so that no column
 * and no action is lost behind a scroll bar.
 */
export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { caption, columns, empty, rowKey, rows, sorting } = props;
  if (rows.length === 0) return empty;
  return (
    <table className="w-full border-collapse max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-b border-line text-left text-muted">
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map((row) => (
          <TableRow key={rowKey(row)} columns={columns} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** Many rows have the same buttons: they are small and calm. */
const smallButtons =
  '[&_button]:min-h-7 [&_button]:px-2 [&_button]:py-0.5 [&_button]:border-line ' +
  'max-sm:[&_button]:min-h-8';

function TableRowView<Row>({
  columns,
  row,
}: {
  readonly columns: readonly Column<Row>[];
  readonly row: Row;
}): ReactNode {
  return (
    <tr className="border-b border-line hover:bg-raised max-sm:block max-sm:py-2">
      {columns.map((column) => (
        <td
          key={column.key}
          data-title={column.title}
          className={classNames(
            'px-2 py-1.5 align-baseline',
            'max-sm:flex max-sm:justify-between max-sm:gap-4 max-sm:wrap-anywhere max-sm:text-right',
            'max-sm:before:content-[attr(data-title)] max-sm:before:text-muted max-sm:before:text-left',
            'max-sm:before:wrap-normal max-sm:before:whitespace-normal max-sm:[&>span]:justify-end max-sm:[&>span]:justify-items-end',
            smallButtons,
            column.isFigure === true && 'figures',
            column.key === 'actions' && 'xl:[&>span]:flex-nowrap',
          )}
        >
          {column.render(row)}
        </td>
      ))}
    </tr>
  );
}

/** `memo` loses the type parameter. */
const TableRow = memo(TableRowView) as typeof TableRowView;

function HeadCell<Row>({
  column,
  sorting,
}: {
  readonly column: Column<Row>;
  readonly sorting: Sorting | undefined;
}): ReactNode {
  const side = column.isFigure === true ? 'text-right' : 'text-left';
  const className = classNames('px-2 py-1.5 font-medium align-bottom', side);
  const { sortBy, title } = column;
  if (sorting === undefined || sortBy === undefined) {
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    );
  }
  const isSorted = sorting.by === sortBy;
  const order = sorting.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSorted ? order : 'none'}>
      <button
        type="button"
        className={classNames('cursor-pointer hover:text-ink', side)}
        title={t('Sort by {column}', { column: title })}
        onClick={() => {
          const isDescending = isSorted ? !sorting.isDescending : true;
          afterPaint(() => sorting.onSort(sortBy, isDescending));
        }}
      >
        {title}
        {'\u00a0'}
        <span aria-hidden="true">{isSorted ? (sorting.isDescending ? '↓' : '↑') : '↕'}</span>
      </button>
    </th>
  );
}
