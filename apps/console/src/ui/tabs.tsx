import { Link, useLocation, type LinkProps } from '@tanstack/react-router';
import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { t } from '../i18n/language';
import { Button } from './button';
import { classNames } from './class-names';
import { closeMenu } from './close-menu';

export interface Tab {
  readonly title: string;
  readonly link: LinkProps;
}

/** So many fit into one row of a wide screen. */
const rowMax = 8;

/**
 * Parts of one page, each with an address of its own. One row of tabs is in view, the one with the
 * open part; a menu lists all parts where they may need more rows.
 */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
}): ReactNode {
  const menuId = useId();
  return (
    <nav aria-label={label} className="flex gap-2 border-b border-line no-print">
      <TabRow tabs={tabs} />
      <span className={classNames('-mb-px', tabs.length <= rowMax && 'lg:hidden')}>
        <Button look="quiet" popoverTarget={menuId}>
          {t('All parts')} <span aria-hidden="true">▾</span>
        </Button>
      </span>
      <div id={menuId} popover="auto" className="menu w-56 gap-0.5 open:grid">
        {tabs.map(({ link, title }) => (
          <Link
            key={title}
            {...link}
            className="rounded px-2 py-1.5 text-ink hover:bg-raised hover:no-underline"
            activeProps={{ className: 'bg-raised font-medium', 'aria-current': 'page' }}
            onClick={closeMenu}
          >
            {title}
          </Link>
        ))}
      </div>
    </nav>
  );
}

function TabRow({ tabs }: { readonly tabs: readonly Tab[] }): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  const path = useLocation({ select: ({ pathname, searchStr }) => pathname + searchStr });
  useLayoutEffect(() => {
    const box = row.current;
    if (box === null) return undefined;
    const showOpen = (): void => {
      const open = box.querySelector<HTMLElement>('[aria-current]');
      if (open) box.scrollTop = open.offsetTop - box.offsetTop;
    };
    showOpen();
    // In another width the open part may be in another row.
    const observer = new ResizeObserver(showOpen);
    observer.observe(box);
    return () => observer.disconnect();
  }, [path]);
  return (
    <div ref={row} className="flex h-8.5 flex-1 flex-wrap gap-x-1 overflow-hidden">
      {tabs.map(({ link, title }) => (
        <Link
          key={title}
          {...link}
          className="h-8.5 px-3 py-1.5 max-sm:px-2 text-ink border-b-2 border-transparent hover:bg-raised hover:no-underline focus-visible:-outline-offset-2"
          activeProps={{ className: 'border-b-accent font-medium', 'aria-current': 'page' }}
        >
          {title}
        </Link>
      ))}
    </div>
  );
}
