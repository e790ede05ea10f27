import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  useSession,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { findBarriers } from '../test/support/find-barriers';
import { getSharedGateway } from '../test/support/gateway';
import { makeOrgKey, openInvoicedOrg } from '../test/support/org-invoices';
import { openOrgWithRoles } from '../test/support/organizations';

const pathPatterns = JSON.parse(
  readFileSync(join(__dirname, '..', '..', 'console', 'public', 'page-paths.json'), 'utf8'),
) as string[];
const openPaths = [
  ...['/sign-in', '/sign-up', '/sign-in-link', '/verify-email', '/reset-password'],
  '/student',
];
/** Visitors may read these in the frame of the console. */
const publicPatterns = ['/models', '/models/{author}/{slug}'];
/** What these pages show has no request of its own; the playground has snippets instead. */
const withoutCurl = [...openPaths, '/invitations', '/playground', '/components'];
const requestsMax = 6;
/** Chromium looks for unused preloads some seconds after the load. */
const unusedPreloadMs = 8_000;
const wide = { width: 1280, height: 800 };
const narrow = { width: 320, height: 640 };
/** This page shows an error on purpose. */
const sampleAlerts: Readonly<Record<string, number>> = { '/components': 1 };

describeInBrowser('a page of the console', () => {
  const gateway = getSharedGateway();
  const sent: string[] = [];
  let browser: Browser;
  let watched: WatchedPage;
  let visitor: WatchedPage;
  let page: Page;
  let ids: Readonly<
    Record<'orgId' | 'callId' | 'orgCallId' | 'topupId' | 'orgTopupId' | 'invoicePath', string>
  >;

  beforeAll(async () => {
    browser = await startBrowser();
    // An operator who is also the admin of an organization may open every page.
    const { orgAdmin, orgId } = await openOrgWithRoles(gateway);
    const { cookie, key, userId } = orgAdmin.account;
    const body = { role: 'operator' };
    await gateway.operate(`/api/admin/users/${userId}`, { method: 'PATCH', body });
    await gateway.operate('/api/admin/credits/grants', {
      body: { orgId, amountUsd: 5, reason: 'test' },
    });
    const orgKey = await makeOrgKey(gateway, orgAdmin.account, orgId);
    // The widest row of the table of keys.
    await makeOrgKey(gateway, orgAdmin.account, orgId, { keyType: 'management' });
    const invoiced = await openInvoicedOrg(gateway, orgAdmin.account);
    ids = {
      orgId,
      callId: await makeCall(key),
      orgCallId: await makeCall(orgKey),
      topupId: await makeTopUp(cookie),
      orgTopupId: await makeTopUp(cookie, orgId),
      invoicePath: `/orgs/${invoiced.orgId}/invoices/${String(invoiced.invoice.id)}`,
    };
    watched = await openPage(browser, gateway.baseUrl, { viewport: wide });
    page = watched.page;
    page.on('request', (request) => {
      if (/\/(?:api|v1)\//.test(request.url())) sent.push(request.url());
    });
    await useSession(page, gateway.baseUrl, cookie);
    visitor = await openPage(browser, gateway.baseUrl);
  });
  afterAll(() => browser.close());

  /** A call whose receipt is shown. */
  async function makeCall(bearer: string): Promise<string> {
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const answer = await gateway.call('/v1/chat/completions', { bearer, body });
    expect(answer.status).toBe(200);
    return String(answer.json.id);
  }

  async function makeTopUp(cookie: string, orgId?: string): Promise<string> {
    const body = { amountUsd: 50, channel: 'dev', orgId };
    const answer = await gateway.call('/api/billing/topups', { cookie, body });
    expect(answer.status).toBe(201);
    return String(answer.json.id);
  }

  const fill = (pattern: string): string =>
    pattern
      .replace('/orgs/{orgId}/invoices/{invoiceId}', ids.invoicePath)
      .replace('{orgId}/calls/{id}', `{orgId}/calls/${ids.orgCallId}`)
      .replace('{orgId}/top-ups/{topupId}', `{orgId}/top-ups/${ids.orgTopupId}`)
      .replace('{orgId}', ids.orgId)
      .replace('{id}', ids.callId)
      .replace('{topupId}', ids.topupId)
      .replace('{month}', new Date().toISOString().slice(0, 'YYYY-MM'.length))
      .replace('{author}/{slug}', 'simulator/chat');

  async function open(path: string): Promise<void> {
    await page.goto(path);
    await waitFor(page.getByRole('heading', { level: 1 }));
    await watched.settle();
  }

  const showAsCurl = () => page.getByRole('button', { name: 'Show as curl' });

  /** Tables that are wider than their card without a scroll bar; the page if it is too wide. */
  async function findOverflows(): Promise<readonly string[]> {
    return await page.evaluate<string[]>(`{
      const rightOf = (element) => element.getBoundingClientRect().right;
      const paddingOf = (element) => parseFloat(getComputedStyle(element).paddingRight);
      const root = document.documentElement;
      const tables = [...document.querySelectorAll('table')].filter((table) => {
        const card = table.parentElement;
        if (getComputedStyle(card).overflowX === 'auto') return false;
        return rightOf(table) > rightOf(card) - paddingOf(card) + 1;
      });
      [...(root.scrollWidth > root.clientWidth ? [root] : []), ...tables].map((wide) =>
        wide.innerText.slice(0, 80),
      );
    }`);
  }

  it.each(pathPatterns)(
    'is accessible in both themes, fits 320 pixels and sends few requests: %s',
    async (pattern) => {
      sent.length = 0;
      watched.faults.length = 0;
      watched.unusedPreloads.length = 0;
      await open(fill(pattern));
      expect({ sent, isFew: sent.length <= requestsMax }).toEqual({ sent, isFew: true });
      const alerts = await page.getByRole('alert').allInnerTexts();
      expect({ alerts, count: alerts.length }).toEqual({
        alerts,
        count: sampleAlerts[pattern] ?? 0,
      });
      if (!withoutCurl.includes(pattern)) await waitFor(showAsCurl());
      expect(await findBarriers(page)).toEqual([]);
      expect(await findOverflows()).toEqual([]);
      await page.setViewportSize(narrow);
      const overflows = await findOverflows();
      await page.setViewportSize(wide);
      expect(overflows).toEqual([]);
      expect(watched.faults).toEqual([]);
      expect(await findUnusedPreloads(fill(pattern))).toEqual([]);
    },
  );

  it.each([
    ['/components', 'Dialog'],
    ['/components', 'Confirm'],
    ['/keys', 'Make a key'],
    ['/orgs', 'Create an organization'],
    ['/orgs/{orgId}/invitations', 'Invite'],
    ['/operator/tokens', 'Make a token'],
    ['/operator/catalog', 'Add an alias'],
  ])('opens an accessible dialog that fits 320 pixels: %s, %s', async (pattern, button) => {
    await open(fill(pattern));
    // An empty list offers it twice.
    await page.getByRole('button', { name: button, exact: true }).first().click();
    await expectAccessibleDialog();
  });

  it('opens an accessible palette that fits 320 pixels', async () => {
    await open('/keys');
    await page.keyboard.press('Control+K');
    await expectAccessibleDialog();
  });

  async function expectAccessibleDialog(): Promise<void> {
    const dialog = page.getByRole('dialog');
    await waitFor(dialog);
    await watched.settle();
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize(narrow);
    const overflow = await page.evaluate(
      `{ const { scrollWidth, clientWidth } = document.querySelector('dialog'); scrollWidth - clientWidth; }`,
    );
    await page.setViewportSize(wide);
    expect(overflow).toBe(0);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }

  /** A preload that the console does not use is a request too many, at every visit. */
  async function findUnusedPreloads(path: string): Promise<readonly string[]> {
    const before = watched.unusedPreloads.splice(0);
    if (before.length === 0) return [];
    await open(path);
    await sleep(unusedPreloadMs);
    return watched.unusedPreloads.filter((url) => before.includes(url));
  }

  it('preloads no list that the filters in its URL change', async () => {
    const load = async (path: string): Promise<string> =>
      (await page.request.get(path, { headers: { accept: 'text/html' } })).text();
    expect(await load('/keys')).toContain('href="/api/account/keys?');
    const filtered = await load('/keys?find=a');
    expect(filtered).toContain('href="/api/account"');
    expect(filtered).not.toContain('href="/api/account/keys?');
  });

  it('has the text of every way to sign in at the same edge of a narrow screen', async () => {
    await visitor.page.setViewportSize(narrow);
    await visitor.page.goto('/sign-in');
    await waitFor(visitor.page.getByRole('button', { name: 'Use a recovery code' }));
    const [control, link] = await visitor.page.evaluate<[number, number]>(`{
      const leftOf = (text) => {
        const range = document.createRange();
        const all = [...document.querySelectorAll('button, a')];
        range.selectNodeContents(all.find((element) => element.textContent === text));
        return range.getBoundingClientRect().left;
      };
      [leftOf('Use a recovery code'), leftOf('Create an account')];
    }`);
    await visitor.page.setViewportSize(wide);
    expect(Math.abs(control - link)).toBeLessThanOrEqual(1);
  });

  it.each(pathPatterns)(
    'asks for a sign-in, and opens after it, unless it is open to everybody: %s',
    async (pattern) => {
      const path = fill(pattern);
      await visitor.page.goto(path);
      await waitFor(visitor.page.getByRole('heading', { level: 1 }));
      const { pathname, searchParams } = new URL(visitor.page.url());
      const isOpen = openPaths.includes(path) || publicPatterns.includes(pattern);
      if (isOpen) expect(pathname).toBe(path);
      else expect([pathname, searchParams.get('next')]).toEqual(['/sign-in', path]);
    },
  );
});

describeInBrowser('a page that the build drew', () => {
  const { baseUrl } = getSharedGateway();
  const entry = /\/assets\/index-[\w-]+\.js$/;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await startBrowser();
    page = await browser.newPage({ baseURL: baseUrl, locale: 'en-US' });
    const preferences = JSON.stringify({ theme: 'dark', language: 'de' });
    await page.addInitScript(`localStorage.setItem('tollgate.preferences', '${preferences}')`);
  });
  afterAll(() => browser.close());

  const heading = () => page.getByRole('heading', { name: 'Anmelden', includeHidden: true });

  it('is hidden while it is in another language than the chosen one', async () => {
    await page.route(entry, (route) => route.abort());
    await page.goto('/sign-in');
    expect(await page.locator('h1').textContent()).toBe('Sign in');
    expect(await page.locator('h1').isVisible()).toBe(false);
    await page.unroute(entry);
    await page.reload();
    await waitFor(heading());
    expect(await heading().isVisible()).toBe(true);
  });

  it('is painted in the chosen language and theme before its script runs', async () => {
    await page.route(entry, (route) => route.abort());
    await page.reload();
    expect(await heading().isVisible()).toBe(true);
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    expect(await page.locator('html').getAttribute('lang')).toBe('de');
  });

  it('takes no input before its script runs', async () => {
    expect(await page.locator('#root[inert] input[name=password]').count()).toBe(1);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('BODY');
  });
});
