import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useIsSessionExpired } from '../api/unauthorized';
import { t } from '../i18n/language';
import { ActionButton } from '../ui/action-button';
import { Button } from '../ui/button';
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

function Navigation({ onSearch }: { readonly onSearch: () => void }): ReactNode {
  const account = useAccount();
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const leave = async (): Promise<void> => {
    await signOut();
    await navigate({ to: '/sign-in' });
  };
  return (
    <header className="border-line bg-panel max-lg:border-b lg:border-r p-3 no-print">
      <div className="lg:sticky lg:top-3 grid gap-3">
        <div className="flex items-center justify-between gap-2 lg:grid lg:grid-cols-[minmax(0,1fr)]">
          <Link to="/" className="font-semibold text-ink px-2">
            Tollgate
          </Link>
          <Button onClick={onSearch} aria-keyshortcuts="Control+K Meta+K">
            {t('Search')} <kbd className="text-muted text-xs max-sm:hidden">Ctrl K</kbd>
          </Button>
        </div>
        <nav aria-label={t('Pages')} className="flex flex-wrap gap-0.5 lg:grid">
          {listPages(account).map(({ link, prefix, title }) => (
            <Link
              key={link.to}
              {...link}
              className="rounded px-2 py-1.5 text-ink hover:bg-raised hover:no-underline"
              activeOptions={{ exact: link.to === '/' }}
              activeProps={active}
              inactiveProps={prefix !== undefined && path.startsWith(prefix) ? active : {}}
            >
              {title()}
            </Link>
          ))}
        </nav>
        <div className="flex flex-wrap items-center justify-between gap-2 px-2 lg:grid lg:justify-items-start lg:px-0">
          <span className="text-muted text-xs break-all lg:px-2">{account.user.email}</span>
          <ActionButton look="quiet" onAction={leave}>
            {t('Sign out')}
          </ActionButton>
        </div>
      </div>
    </header>
  );
}
