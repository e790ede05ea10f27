import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setUpClient } from './api/client';
import { applyTheme, getPreferences } from './state/preferences';
import { queryClient } from './app/query-client';
import { router } from './app/router';
import { activateLanguage } from './i18n/language';
import './styles.css';

async function main(): Promise<void> {
  setUpClient();
  applyTheme();
  await activateLanguage(getPreferences().language);
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no root element');
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

void main();
