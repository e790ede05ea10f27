import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, openPage, startBrowser, waitFor } from '../test/support/browser';
import { getSharedGateway } from '../test/support/gateway';

const pagePaths = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'console', 'public', 'page-paths.json'), 'utf8'),
) as string[];
const openPaths = ['/sign-in', '/sign-up', '/verify-email', '/reset-password'];
const requestsMax = 6;
const narrowPixels = 320;
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

describeInBrowser('every page of the console', () => {
  const gateway = getSharedGateway();
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  async function signIn(page: Page): Promise<void> {
    const { demo } = gateway.credentials();
    if (demo === undefined) throw new Error('the stack has no demo account');
    await page.goto('/sign-in');
    await page.getByLabel('Email').fill(demo.email);
    await page.getByLabel('Password').fill(demo.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await waitFor(page.getByRole('heading', { name: 'Home' }));
  }

  describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
    it('is accessible, keeps the policy and sends few requests', async () => {
      const watched = await openPage(browser, gateway.baseUrl, { colorScheme });
      const { faults, page } = watched;
      const sent: string[] = [];
      page.on('request', (request) => {
        if (/\/(?:api|v1)\//.test(request.url())) sent.push(request.url());
      });
      try {
        await signIn(page);
        for (const path of pagePaths) {
          sent.length = 0;
          await page.goto(path);
          await waitFor(page.getByRole('heading', { level: 1 }));
          await page.waitForLoadState('networkidle');
          const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
          const found = violations.map(({ help, id, nodes }) => ({
            id,
            help,
            elements: nodes.map(({ html }) => html),
          }));
          expect({ path, found }).toEqual({ path, found: [] });
          expect({ path, isFew: sent.length <= requestsMax }).toEqual({ path, isFew: true });
        }
        expect(faults).toEqual([]);
      } finally {
        await watched.close();
      }
    });
  });

  it('fits a screen of 320 pixels without scrolling sideways', async () => {
    const viewport = { width: narrowPixels, height: 640 };
    const watched = await openPage(browser, gateway.baseUrl, { viewport });
    const { page } = watched;
    try {
      await signIn(page);
      for (const path of pagePaths) {
        await page.goto(path);
        await waitFor(page.getByRole('heading', { level: 1 }));
        await page.waitForLoadState('networkidle');
        const width = await page.evaluate('document.documentElement.scrollWidth');
        expect({ path, width }).toEqual({ path, width: narrowPixels });
      }
    } finally {
      await watched.close();
    }
  });

  it('asks for a sign-in, and opens after it, unless it is open to everybody', async () => {
    const watched = await openPage(browser, gateway.baseUrl);
    const { page } = watched;
    try {
      for (const path of pagePaths) {
        await page.goto(path);
        await waitFor(page.getByRole('heading', { level: 1 }));
        const { pathname, searchParams } = new URL(page.url());
        if (openPaths.includes(path)) expect(pathname).toBe(path);
        else expect([pathname, searchParams.get('next')]).toEqual(['/sign-in', path]);
      }
    } finally {
      await watched.close();
    }
  });
});
