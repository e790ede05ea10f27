import { useEffect, type ReactNode } from 'react';

/** The frame of every page: title, what can be done here, content. */
export function Page({
  actions,
  children,
  lead,
  title,
}: {
  readonly title: string;
  /** One sentence on what the page shows. */
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Tollgate`;
  }, [title]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64 break-words">
          <h1 className="text-xl font-semibold">{title}</h1>
          {lead !== undefined && <p className="text-muted mt-0.5">{lead}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2 no-print">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export function Card({
  actions,
  children,
  title,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className="rounded-lg border border-line bg-panel p-4 grid grid-cols-[minmax(0,1fr)] gap-3 content-start">
      {title !== undefined && (
        <div className="flex min-h-8.5 flex-wrap items-center justify-between gap-2">
          <h2 className="font-semibold">{title}</h2>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** A figure with its name and unit. */
export function Figure({
  children,
  label,
  note,
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly note?: ReactNode;
}): ReactNode {
  return (
    <div className="grid gap-0.5 content-start">
      <span className="text-muted text-xs">{label}</span>
      <span className="text-lg font-semibold tabular-nums">{children}</span>
      {note !== undefined && <span className="text-muted text-xs">{note}</span>}
    </div>
  );
}

/** Names and values of one thing. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] sm:grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="break-words min-w-0 [&_time]:whitespace-normal">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
