import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface Tab {
  readonly title: string;
  readonly link: LinkProps;
}

/** Parts of one page, each with an address of its own. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
}): ReactNode {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1 border-b border-line no-print">
      {tabs.map(({ link, title }) => (
        <Link
          key={title}
          {...link}
          className="px-3 py-1.5 max-sm:px-2 max-sm:py-1 text-ink border-b-2 border-transparent hover:bg-raised hover:no-underline"
          activeProps={{ className: 'border-b-accent font-medium', 'aria-current': 'page' }}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
