import { useEffect, type ReactNode } from 'react';

/** The frame of the pages without navigation: sign-in and what mails link to. */
export function EntryFrame({
  children,
  title,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode {
  useEffect(() => {
    document.title = `${title} · Tollgate`;
  }, [title]);
  return (
    <main className="min-h-dvh grid place-items-center p-4">
      <div className="w-full max-w-sm rounded-lg border border-line bg-panel p-6 grid gap-4">
        <p className="text-muted font-semibold">Tollgate</p>
        <h1 className="text-xl font-semibold">{title}</h1>
        {children}
      </div>
    </main>
  );
}
