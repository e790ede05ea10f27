import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, type ReactNode } from 'react';

const rowsAhead = 20;

/**
 * A list of any length in a box of fixed height: only the rows in view are in the page. Asks for
 * more when the end comes near.
 */
export function VirtualRows<Row>({
  label,
  onNearEnd,
  renderRow,
  rowHeight,
  rowKey,
  rows,
}: {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly rowHeight: number;
  readonly renderRow: (row: Row) => ReactNode;
  readonly onNearEnd?: () => void;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : rowKey(row);
    },
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastIndex >= rows.length - rowsAhead) onNearEnd?.();
  }, [lastIndex, rows.length, onNearEnd]);
  return (
    <div
      ref={box}
      role="list"
      aria-label={label}
      // A scroll area must be reachable by keyboard.
      tabIndex={0}
      className="h-[max(20rem,calc(100dvh-18rem))] overflow-y-auto"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            <div
              key={item.key}
              role="listitem"
              className="absolute inset-x-0 top-0"
              style={{ height: item.size, transform: `translateY(${item.start}px)` }}
            >
              {renderRow(row)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
