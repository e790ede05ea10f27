import { setTimeout as sleep } from 'node:timers/promises';
import { waitUntil } from '@tollgate/testing';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';

const program = process.env['TEST_BROWSER'];

/** Suites in a browser: skipped only where none can be had, which the test runner says once. */
export const describeInBrowser = program === undefined ? describe.skip : describe;

export async function startBrowser(): Promise<Browser> {
  if (program === undefined) throw new Error('no browser: run with "npm test -- --only e2e"');
  // A key that scrolls takes effect at once.
  const args = ['--no-sandbox', '--disable-smooth-scrolling'];
  return chromium.launch({ executablePath: program, args });
}

/** A page and everything about it that no page of the console may do. */
export interface WatchedPage {
  readonly page: Page;
  /** Violations of the content security policy, errors in scripts, requests to other hosts. */
  readonly faults: string[];
  /** Preloads that were unused seconds after the load; on a slow machine some are used later. */
  readonly unusedPreloads: string[];
  /** Waits until half a second has passed without a request; a live stream does not count. */
  readonly settle: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Waits for an element, and says what alerts the page shows when it does not come. */
export async function waitFor(locator: Locator, timeoutMs = 60_000): Promise<void> {
  try {
    await locator.first().waitFor({ timeout: timeoutMs });
  } catch (error) {
    const alerts = await locator.page().getByRole('alert').allInnerTexts();
    const text = error instanceof Error ? error.message : String(error);
    const shown = `${locator.page().url()} shows the alerts: ${alerts.join(' | ') || 'none'}`;
    throw new Error(`${text}\n${shown}`, { cause: error });
  }
}

/** A page in a fresh profile, as a new visitor has it. */
export async function openPage(
  browser: Browser,
  baseUrl: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-US', ...options });
  const page = await context.newPage();
  waitForConsole(page);
  const faults: string[] = [];
  const unusedPreloads: string[] = [];
  const settle = watchRequests(page);
  const { host } = new URL(baseUrl);
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== host)
      faults.push(`foreign request: ${url}`);
  });
  page.on('pageerror', (error) => faults.push(`script error: ${error.message}`));
  page.on('console', (message) => {
    if (/Content.Security.Policy|TrustedHTML|TrustedScript/i.test(message.text())) {
      faults.push(`policy violation: ${message.text()}`);
    }
    const preload = /The resource (\S+?)(?:\?\S*)? was preloaded using link preload/;
    const [, url] = preload.exec(message.text()) ?? [];
    if (url !== undefined) unusedPreloads.push(url);
  });
  return { page, faults, unusedPreloads, settle, close: () => context.close() };
}

/**
 * A page that the build drew is inert until the console replaces it. People cannot use it before
 * that, but Playwright could.
 */
function waitForConsole(page: Page): void {
  const goTo = page.goto.bind(page);
  const reload = page.reload.bind(page);
  const isReady = (): Promise<void> =>
    page.locator('#root:not([inert])').waitFor({ state: 'attached' });
  page.goto = async (...values) => {
    const answer = await goTo(...values);
    await isReady();
    return answer;
  };
  page.reload = async (...values) => {
    const answer = await reload(...values);
    await isReady();
    return answer;
  };
}

const quietMs = 500;

function watchRequests(page: Page): () => Promise<void> {
  const running = new Set<Request>();
  let lastMs = 0;
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') running.add(request);
    lastMs = performance.now();
  });
  const end = (request: Request): void => {
    if (running.delete(request)) lastMs = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return async () => {
    const isQuiet = (): boolean => running.size === 0 && performance.now() - lastMs > quietMs;
    await sleep(quietMs);
    await waitUntil(isQuiet, { timeoutMs: 60_000, what: 'the end of all requests' });
  };
}

/** Signs a page in with the cookie of an account, which is faster than the form. */
export async function useSession(page: Page, baseUrl: string, cookie: string): Promise<void> {
  const separator = cookie.indexOf('=');
  const name = cookie.slice(0, separator);
  const value = cookie.slice(separator + 1);
  await page.context().addCookies([{ name, value, url: baseUrl }]);
}
