import type { ReactNode } from 'react';
import { classNames } from './class-names';

const warnShare = 0.8;

/** How much of a limit is used, with the figures as text beside it. */
export function Meter({
  isProgress = false,
  label,
  limit,
  text,
  used,
}: {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
  /** The figures with their unit: `$3.20 of $10.00`. */
  readonly text: ReactNode;
  /** Work that gets done: to be full is good. */
  readonly isProgress?: boolean;
}): ReactNode {
  const share = limit > 0 ? Math.min(1, Math.max(0, used / limit)) : 1;
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-3">
        <span>{label}</span>
        <span className="tabular-nums">{text}</span>
      </div>
      <div
        role={isProgress ? 'progressbar' : 'meter'}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        className="h-2 rounded bg-raised overflow-hidden border border-line"
      >
        <div
          className={classNames(
            'h-full',
            share >= warnShare && !isProgress ? 'bg-warn' : 'bg-accent',
          )}
          style={{ width: `${share * 100}%` }}
        />
      </div>
    </div>
  );
}
