import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StackCredentials } from '@tollgate/embedded';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { PagePlace } from './find-places';

export interface ShotOptions {
  readonly credentials: StackCredentials;
  /** Chromium. */
  readonly program: string;
  readonly places: readonly PagePlace[];
  /** Emptied first. */
  readonly directory: string;
  readonly note: (line: string) => void;
}

const themes = ['light', 'dark'] as const;
const widths = { wide: 1280, narrow: 320 } as const;
const heightPixels = 800;
const loadTimeoutMs = 30_000;
const settleMs = 300;
/** Shows a placeholder on purpose. */
const samplesPath = '/components';

/** A picture of every place in both themes and two widths. Returns how many were taken. */
export async function takeShots(options: ShotOptions): Promise<number> {
  rmSync(options.directory, { recursive: true, force: true });
  mkdirSync(options.directory, { recursive: true });
  const browser = await chromium.launch({
    executablePath: options.program,
    args: ['--no-sandbox'],
  });
  try {
    const context = await openContext(browser, options.credentials);
    const page = await context.newPage();
    let count = 0;
    for (const place of options.places) {
      options.note(`${place.name}  ${place.path}`);
      await page.goto(place.path);
      // The page that the build drew is inert.
      const heading = page.locator('#root:not([inert])').getByRole('heading', { level: 1 });
      await heading.first().waitFor({ timeout: loadTimeoutMs });
      if (place.path !== samplesPath) await waitUntilLoaded(page);
      count += await takeVariants(page, join(options.directory, place.name));
    }
    return count;
  } finally {
    await browser.close();
  }
}

/** No placeholder of a part that still loads; a live stream stays open. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.waitForTimeout(settleMs);
  const placeholder = page.locator('[aria-label=Loading]').first();
  await placeholder.waitFor({ state: 'detached', timeout: loadTimeoutMs });
  await page.waitForTimeout(settleMs);
}

async function takeVariants(page: Page, file: string): Promise<number> {
  let count = 0;
  for (const [widthName, width] of Object.entries(widths)) {
    await page.setViewportSize({ width, height: heightPixels });
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: `${file}-${widthName}-${colorScheme}.png`, fullPage: true });
      count += 1;
    }
  }
  return count;
}

/** A browser profile with the session of the demo account. */
async function openContext(
  browser: Browser,
  { baseUrl, demo }: StackCredentials,
): Promise<BrowserContext> {
  if (demo === undefined) throw new Error('the stack has no demo account');
  const context = await browser.newContext({ baseURL: baseUrl, locale: 'en-US' });
  const { email, password } = demo;
  const answer = await context.request.post('/api/auth/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`the login of ${email} answered ${answer.status()}`);
  return context;
}

/** The page paths of the console, with `{name}` for what differs. */
export function readPagePaths(): readonly string[] {
  const file = join('apps', 'console', 'public', 'page-paths.json');
  return JSON.parse(readFileSync(file, 'utf8')) as string[];
}
