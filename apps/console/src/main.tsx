import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setUpClient } from './api/client';
import { queryClient } from './app/query-client';
import { createConsoleRouter } from './app/router';
import { accountQuery } from './app/session';
import { activateLanguage } from './i18n/language';
import { applyTheme, getPreferences, keepLanguageCookie } from './state/preferences';
import './styles.css';

const signInPath = '/sign-in';

async function main(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root element');
  setUpClient();
  applyTheme();
  keepLanguageCookie();
  // The edge serves the sign-in page at other paths when a request has no session cookie.
  if (root.dataset['page'] === signInPath && location.pathname !== signInPath) {
    queryClient.setQueryData(accountQuery.queryKey, null);
  }
  const router = createConsoleRouter();
  // The page that the build drew stays until the real one can replace it in one step.
  await Promise.all([activateLanguage(getPreferences().language), router.load()]);
  root.inert = false;
  document.documentElement.classList.remove('other-language');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void main();
