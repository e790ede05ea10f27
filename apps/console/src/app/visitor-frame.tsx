import { Link, Outlet, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../i18n/language';
import { LinkButton } from '../ui/button';

/** Around pages that are open to everybody: no navigation, but a way to sign in. */
export function VisitorFrame(): ReactNode {
  const next = useLocation({ select: ({ href }) => href });
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-panel p-3 no-print">
        <Link to="/models" className="font-semibold text-ink px-2">
          Tollgate
        </Link>
        <span className="flex flex-wrap gap-2">
          <LinkButton to="/sign-up" search={{ next }}>
            {t('Create an account')}
          </LinkButton>
          <LinkButton look="primary" to="/sign-in" search={{ next }}>
            {t('Sign in')}
          </LinkButton>
        </span>
      </header>
      <main id="content" className="mx-auto p-4 lg:p-6 max-w-[90rem] min-w-0">
        <Outlet />
      </main>
    </>
  );
}
