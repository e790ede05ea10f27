import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef, type ReactNode } from 'react';
import { useIsNarrow } from '../state/narrow';
import { classNames } from './class-names';
import type { Column } from './table';

export interface VirtualColumn<Row> extends Column<Row> {
  /** A track of a CSS grid. */
  readonly width: string;
  /** On narrow screens it has no title before it, as amounts of money need none. */
  readonly isPlain?: boolean;
}

interface VirtualTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  /** The same array as long as the columns are the same: otherwise every row is rendered again. */
  readonly columns: readonly VirtualColumn<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** Shown instead of an empty table. */
  readonly empty: ReactNode;
  readonly onNearEnd: () => void;
}

/** More rows are asked for when so few are left below the last row of the page. */
const rowsAhead = 20;
/** Rows above and below the view that are in the page. */
const hiddenRows = 5;
const lineHeight = 24;
const rowPadding = 12;
const narrowColumns = 2;
/** On narrow screens the first columns have a line each, and the others share lines. */
const wholeLines = 3;
/** On narrow screens these speak for themselves; the others have their titles before them. */
const untitled = 2;

/**
 * A table of any length in a box of fixed height: only the rows in view are in the page. Asks for
 * more rows when the end is near.
 */
export function VirtualTable<Row>(props: VirtualTableProps<Row>): ReactNode {
  const { caption, columns, empty, onNearEnd, rowKey, rows } = props;
  const isNarrow = useIsNarrow();
  const narrowLines = wholeLines + Math.ceil((columns.length - wholeLines) / narrowColumns);
  const lines = isNarrow ? narrowLines : 1;
  const rowHeight = lines * lineHeight + rowPadding;
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    // No getItemKey: with a new function the virtualizer measures all rows again.
    overscan: hiddenRows,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastIndex >= rows.length - rowsAhead) onNearEnd();
  }, [lastIndex, rows.length, onNearEnd]);
  if (rows.length === 0) return empty;
  const tracks = isNarrow ? 'minmax(0, 1fr) minmax(0, 1fr)' : columns.map((c) => c.width).join(' ');
  return (
    <div role="table" aria-label={caption} aria-rowcount={rows.length + 1}>
      <div role="rowgroup" className="border-b border-line text-muted max-sm:sr-only">
        <div
          role="row"
          aria-rowindex={1}
          className="grid gap-3 px-2 py-1.5"
          style={{ gridTemplateColumns: tracks }}
        >
          {columns.map((column) => (
            <span
              key={column.key}
              role="columnheader"
              className={classNames('font-medium', column.isFigure === true && 'figures')}
            >
              {column.title}
            </span>
          ))}
        </div>
      </div>
      <div
        ref={box}
        role="rowgroup"
        // A scroll area must be reachable by keyboard.
        tabIndex={0}
        className="h-[max(20rem,calc(100dvh-24rem))] overflow-y-auto"
      >
        <div
          role="presentation"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            return (
              <TableRow
                key={rowKey(row)}
                columns={columns}
                row={row}
                index={item.index}
                tracks={tracks}
                height={item.size}
                top={item.start}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface TableRowProps<Row> {
  readonly columns: readonly VirtualColumn<Row>[];
  readonly row: Row;
  readonly index: number;
  readonly tracks: string;
  readonly height: number;
  readonly top: number;
}

const titleBefore =
  'max-sm:before:content-[attr(data-title)] max-sm:before:text-muted max-sm:before:text-xs ' +
  'max-sm:before:mr-1.5';

function TableRowView<Row>(props: TableRowProps<Row>): ReactNode {
  const { columns, height, index, row, top, tracks } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 grid gap-x-3 px-2 py-1.5 border-b border-line hover:bg-raised"
      style={{ gridTemplateColumns: tracks, height, transform: `translateY(${top}px)` }}
    >
      {columns.map((column, columnIndex) => (
        <span
          key={column.key}
          role="cell"
          data-title={column.title}
          className={classNames(
            'truncate leading-6',
            columnIndex < wholeLines && 'max-sm:col-span-2',
            columnIndex >= untitled && column.isPlain !== true && titleBefore,
            column.isFigure === true && 'figures max-sm:text-left',
          )}
        >
          {column.render(row)}
        </span>
      ))}
    </div>
  );
}

/** While the table is scrolled, only rows that come into view are rendered. */
const TableRow = memo(TableRowView) as typeof TableRowView;
