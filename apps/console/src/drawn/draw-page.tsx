import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { queryClient } from '../app/query-client';
import { createConsoleRouter } from '../app/router';
import { accountQuery } from '../app/session';
import { loadTexts, type Language } from '../i18n/language';
import { LoadingState } from '../ui/states';
import { listFirstReads } from './list-first-reads';
import { makeUnknownAccount } from './unknown-account';

/** A page as it looks before anything is known about its viewer. */
export interface DrawnPage {
  /** The content of the root element. */
  readonly html: string;
  readonly title: string;
  /** Needs no session. */
  readonly isOpen: boolean;
  /** Paths of the API that the page reads as soon as its script runs. */
  readonly firstReads: readonly string[];
  /** Those of them that the page also reads with a search or filter in its URL. */
  readonly filteredReads: readonly string[];
}

/** A page behind the sign-in that is in no navigation, so that none of its entries is marked. */
const framePath = '/invitations';
const shellRoute = '/shell';
/** Shows the theme and the language of the browser, which the build does not know. */
const settingsPath = '/settings';

/** A URL that sets a filter of every list of the console. */
const filters = '?find=x&status=paid&kind=topup&action=x&model=x%2Fx&compare=x%2Fx';

/** Draws one page for the build: real headings, fields and texts, placeholders for all data. */
export async function drawPage(pattern: string, language: Language): Promise<DrawnPage> {
  await loadTexts(language);
  if (!isKnown(pattern)) return drawFrame(language);
  const filtered = await draw(`${pattern}${filters}`);
  const page = await draw(pattern);
  const isRead = (path: string): boolean => filtered.firstReads.includes(path);
  return { ...page, filteredReads: page.firstReads.filter(isRead) };
}

async function draw(path: string): Promise<Omit<DrawnPage, 'filteredReads'>> {
  queryClient.clear();
  queryClient.setQueryData(accountQuery.queryKey, makeUnknownAccount(path));
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const [, title = ''] = /<h1[^>]*>([^<]*)</.exec(html) ?? [];
  return {
    html,
    title,
    isOpen: !router.state.matches.some(({ routeId }) => routeId === shellRoute),
    firstReads: await listFirstReads(queryClient),
  };
}

/** Pages of one thing show what the build cannot know: they get the frame of all pages. */
async function drawFrame(language: Language): Promise<DrawnPage> {
  const page = await drawPage(framePath, language);
  const content = renderToStaticMarkup(<LoadingState lines={8} />);
  const html = page.html.replace(/(<main[^>]*>).*(<\/main>)/s, `$1${content}$2`);
  const firstReads = ['/api/account'];
  return { ...page, html, title: '', firstReads, filteredReads: firstReads };
}

function isKnown(pattern: string): boolean {
  return !pattern.includes('{') && pattern !== settingsPath;
}
