import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { useIsSessionExpired } from '../api/unauthorized';
import { t } from '../i18n/language';
import { ActionButton } from '../ui/action-button';
import { Button } from '../ui/button';
import { closeMenu } from '../ui/close-menu';
import { Toasts } from '../ui/toast';
import { listPages } from './navigation';
import { usePreferences } from '../state/preferences';
import { signOut, useAccount, useMaybeAccount } from './session';
import { SignInAgain } from './sign-in-again';
import { usePaletteKey } from './use-palette-key';

// Not needed for the first paint of a page.
const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette')).CommandPalette,
}));
const VisitorFrame = lazy(async () => ({
  default: (await import('./visitor-frame')).VisitorFrame,
}));

/** The frame of all pages but those of the sign-in. */
export function Shell(): ReactNode {
  if (useMaybeAccount() !== null) return <SignedInFrame />;
  return (
    <Suspense>
      <VisitorFrame />
    </Suspense>
  );
}

/** Navigation, palette and messages around a page. */
function SignedInFrame(): ReactNode {
  const isExpired = useIsSessionExpired();
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  // The language is not part of React's state: a change draws everything again.
  const { language } = usePreferences();
  usePaletteKey(() => setPaletteOpen(true));
  return (
    <div key={language} className="min-h-dvh lg:grid lg:grid-cols-[13rem_1fr]">
      <a href="#content" className="sr-only focus:not-sr-only focus:p-2">
        {t('Skip to content')}
      </a>
      <Navigation onSearch={() => setPaletteOpen(true)} />
      <main id="content" tabIndex={-1} className="p-4 lg:p-6 max-w-[90rem] min-w-0">
        <Outlet />
      </main>
      <Suspense>
        {isPaletteOpen && <CommandPalette onClose={() => setPaletteOpen(false)} />}
      </Suspense>
      {isExpired && <SignInAgain />}
      <Toasts />
    </div>
  );
}

const active = { className: 'bg-raised font-medium', 'aria-current': 'page' } as const;

/** A column on wide screens; on narrow ones a row whose button opens the pages as a menu. */
function Navigation({ onSearch }: { readonly onSearch: () => void }): ReactNode {
  const menuId = useId();
  return (
    <header className="border-line bg-panel max-lg:border-b lg:border-r p-3 no-print">
      <div className="lg:sticky lg:top-3 grid gap-3">
        <div className="flex items-center gap-2 lg:grid lg:grid-cols-[minmax(0,1fr)] lg:gap-3">
          <Link to="/" className="font-semibold text-ink px-2 mr-auto">
            Tollgate
          </Link>
          <Button onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
            {t('Search')} <kbd className="text-muted text-xs max-sm:hidden">Ctrl K</kbd>
          </Button>
          <span className="lg:hidden">
            <Button popoverTarget={menuId}>☰ {t('Menu')}</Button>
          </span>
        </div>
        <div
          id={menuId}
          popover="auto"
          className="menu w-56 gap-3 open:grid lg:static lg:grid lg:m-0 lg:w-auto lg:max-h-none lg:border-0 lg:p-0"
        >
          <PageLinks />
          <Person />
        </div>
      </div>
    </header>
  );
}

function PageLinks(): ReactNode {
  const account = useAccount();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav aria-label={t('Pages')} className="grid gap-0.5">
      {listPages(account).map(({ link, prefix, title }) => (
        <Link
          key={link.to}
          {...link}
          className="rounded px-2 py-1.5 text-ink hover:bg-raised hover:no-underline"
          activeOptions={{ exact: link.to === '/' }}
          activeProps={active}
          inactiveProps={prefix !== undefined && path.startsWith(prefix) ? active : {}}
          onClick={closeMenu}
        >
          {title()}
        </Link>
      ))}
    </nav>
  );
}

function Person(): ReactNode {
  const { user } = useAccount();
  const navigate = useNavigate();
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate({ to: '/sign-in' });
  };
  return (
    <div className="grid justify-items-start gap-2">
      <span className="text-muted text-xs break-all px-2">{user.email}</span>
      <ActionButton look="quiet" onAction={leave}>
        {t('Sign out')}
      </ActionButton>
    </div>
  );
}
