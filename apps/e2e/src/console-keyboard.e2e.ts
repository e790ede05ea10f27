import { waitUntil } from '@tollgate/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { openAccount } from '../test/support/accounts';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  useSession,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { chat } from '../test/support/chat';
import { accountForms, openForms, operatorForms, orgForms } from '../test/support/console-forms';
import { getSharedGateway } from '../test/support/gateway';
import {
  addTeacher,
  makeEmail,
  openInstitution,
  signIn,
  waitForMailedCode,
  type Institution,
} from '../test/support/institutions';
import { hasFocus, useKeyboard, type Keyboard } from '../test/support/keyboard';
import { openOrgWithRoles, type OrgWithRoles } from '../test/support/organizations';
import { refuseForm } from '../test/support/refuse-form';

/** Of a tab, and of a button with its margin. */
const rowPixels = 34;

describeInBrowser('the console without a mouse', () => {
  const gateway = getSharedGateway();
  const opened: WatchedPage[] = [];
  let browser: Browser;
  let org: OrgWithRoles;
  let school: Institution;

  beforeAll(async () => {
    browser = await startBrowser();
    org = await openOrgWithRoles(gateway);
    school = await openInstitution(gateway, { sessionQuota: { requests: 20, usd: 2 } });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const watched of opened.splice(0)) {
      expect(watched.faults).toEqual([]);
      await watched.close();
    }
  });

  async function open(
    path: string,
    cookie?: string,
  ): Promise<{ readonly page: Page; readonly keyboard: Keyboard }> {
    const watched = await openPage(browser, gateway.baseUrl);
    opened.push(watched);
    if (cookie !== undefined) await useSession(watched.page, gateway.baseUrl, cookie);
    await watched.page.goto(path);
    await waitFor(watched.page.getByRole('heading', { level: 1 }));
    return { page: watched.page, keyboard: useKeyboard(watched.page) };
  }

  it('lets a developer sign in, make a key and read the receipt of its call', async () => {
    const account = await openAccount(gateway);
    const { keyboard, page } = await open('/sign-in');
    await keyboard.type(page.getByLabel('Email'), account.email);
    await keyboard.type(page.getByLabel('Password'), account.password);
    await page.keyboard.press('Enter');
    await keyboard.press(page.getByRole('link', { name: 'Keys', exact: true }));
    await keyboard.press(page.getByRole('button', { name: 'Make a key' }));
    await keyboard.type(page.getByRole('dialog').getByLabel('Name'), 'typed');
    await keyboard.press(page.getByRole('button', { name: 'Make the key' }));
    const bearer = await page.getByLabel('The secret of the key').innerText();
    await keyboard.press(page.getByRole('button', { name: 'I have copied it' }));
    expect((await chat(gateway, { bearer })).status).toBe(200);
    await keyboard.press(page.getByRole('link', { name: 'Calls', exact: true }));
    const call = page.getByRole('row').filter({ hasText: 'simulator/chat' });
    await keyboard.press(call.getByRole('link'));
    await waitFor(page.getByRole('table', { name: 'What was charged' }));
  });

  it('opens any page from the palette and returns the focus when it is closed', async () => {
    const { keyboard, page } = await open('/', org.member.account.cookie);
    const link = page.getByRole('link', { name: 'Keys', exact: true });
    await keyboard.moveTo(link);
    await page.keyboard.press('ControlOrMeta+k');
    await waitFor(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await hasFocus(link)).toBe(true);
    await page.keyboard.press('ControlOrMeta+k');
    await waitFor(page.getByRole('dialog'));
    await page.keyboard.type('models');
    await page.keyboard.press('Enter');
    await waitFor(page.getByRole('heading', { level: 1, name: 'Models' }));
  });

  it('opens the pages and the parts of a page from menus of one row on a narrow screen', async () => {
    const { keyboard, page } = await open('/', org.orgAdmin.account.cookie);
    await page.setViewportSize({ width: 320, height: 640 });
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.waitFor({ state: 'hidden' });
    await keyboard.press(page.getByRole('button', { name: 'Menu' }));
    await keyboard.press(pages.getByRole('link', { name: 'Organizations' }));
    await pages.waitFor({ state: 'hidden' });
    await keyboard.press(page.getByRole('link', { name: 'Acme' }));
    await keyboard.press(page.getByRole('button', { name: 'All parts' }));
    const parts = page.locator('[popover]:popover-open');
    await keyboard.press(parts.getByRole('link', { name: 'Audit log' }));
    await waitFor(page.getByRole('heading', { name: 'Audit log' }));
    await parts.waitFor({ state: 'hidden' });
    // The header and the tabs have one row each, and the row of tabs is the one with the open part.
    const tabs = page.getByRole('navigation', { name: 'Parts of the organization' });
    const findTop = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
    const isBelow =
      (await findTop(tabs.getByRole('link', { name: 'Audit log' }))) - (await findTop(tabs));
    expect(Math.abs(isBelow)).toBeLessThan(rowPixels);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(2 * rowPixels);
  });

  it('lets an administrator add a team with a budget', async () => {
    const { keyboard, page } = await open(`/orgs/${org.orgId}/teams`, org.orgAdmin.account.cookie);
    await keyboard.press(page.getByRole('button', { name: 'Add a team' }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Name'), 'Keyboard');
    await keyboard.type(dialog.getByLabel('Budget of a month (USD)'), '7');
    await keyboard.press(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(page.getByRole('row').filter({ hasText: 'Keyboard' }).getByText('$7.00'));
  });

  it('lets finance read reports and invoices', async () => {
    const { keyboard, page } = await open(
      `/orgs/${org.orgId}/overview`,
      org.billingViewer.account.cookie,
    );
    const parts = page.getByRole('navigation', { name: 'Parts of the organization' });
    await keyboard.press(parts.getByRole('link', { name: 'Reports' }));
    await waitFor(page.getByRole('heading', { name: 'By model' }));
    await keyboard.press(parts.getByRole('link', { name: 'Invoices' }));
    await waitFor(page.getByText('No invoice yet'));
  });

  it('lets a teacher end a session', async () => {
    const teacher = await addTeacher(gateway, school);
    await gateway.call(
      `/api/orgs/${school.orgId}/edu-keys/${school.keyId}/teachers/${teacher.memberId}`,
      { cookie: school.founder.cookie, method: 'PUT' },
    );
    const { email, token } = await signIn(gateway, school);
    const path = `/orgs/${school.orgId}/institution`;
    const { keyboard, page } = await open(path, teacher.account.cookie);
    await keyboard.press(page.getByRole('button', { name: `End the session of ${email}` }));
    const dialog = page.getByRole('dialog');
    await keyboard.press(dialog.getByRole('button', { name: 'End the session', exact: true }));
    await waitUntil(async () => (await gateway.call('/v1/key', { bearer: token })).status === 401, {
      timeoutMs: 30_000,
      what: 'the end of the session',
    });
  });

  it('lets a student join', async () => {
    const email = makeEmail(school);
    const { keyboard, page } = await open('/student');
    await keyboard.type(page.getByLabel('Key of your class'), school.key);
    await keyboard.type(page.getByLabel('Email'), email);
    await page.keyboard.press('Enter');
    await waitFor(page.getByLabel('Code'));
    await keyboard.type(page.getByLabel('Code'), await waitForMailedCode(gateway, email));
    await page.keyboard.press('Enter');
    await waitFor(page.getByText('0 of 20'));
  });

  it('lets an operator grant credit', async () => {
    const operator = await openAccount(gateway);
    const user = await openAccount(gateway, { creditUsd: 0 });
    await gateway.operate(`/api/admin/users/${operator.userId}`, {
      method: 'PATCH',
      body: { role: 'operator' },
    });
    const { keyboard, page } = await open('/operator/users', operator.cookie);
    await keyboard.type(page.getByLabel('Find by address'), user.email);
    const row = page.getByRole('row').filter({ hasText: user.email });
    await keyboard.press(row.getByRole('button', { name: 'Grant credit' }));
    const dialog = page.getByRole('dialog');
    await keyboard.type(dialog.getByLabel('Amount (USD)'), '3');
    await keyboard.type(dialog.getByLabel('Reason'), 'typed');
    await keyboard.press(dialog.getByRole('button', { name: 'Grant', exact: true }));
    await waitFor(page.getByText('The credit is booked.'));
  });
});

describeInBrowser('a form of the console', () => {
  const gateway = getSharedGateway();
  let browser: Browser;
  let visitor: WatchedPage;
  let watched: WatchedPage;
  let orgId = '';

  beforeAll(async () => {
    browser = await startBrowser();
    // An operator who is also the administrator of an organization may open every form.
    const { founder, orgId: id } = await openInstitution(gateway);
    orgId = id;
    const body = { role: 'operator' };
    await gateway.operate(`/api/admin/users/${founder.userId}`, { method: 'PATCH', body });
    visitor = await openPage(browser, gateway.baseUrl);
    watched = await openPage(browser, gateway.baseUrl);
    await useSession(watched.page, gateway.baseUrl, founder.cookie);
  });
  afterAll(() => browser.close());

  const forms = [
    ...openForms.map((form) => ({ ...form, place: 'open' as const })),
    ...accountForms.map((form) => ({ ...form, place: 'account' as const })),
    ...orgForms.map((form) => ({ ...form, place: 'org' as const })),
    ...operatorForms.map((form) => ({ ...form, place: 'operator' as const })),
  ];

  it.each(forms)('shows what the API refuses at the field, with the focus: $name', async (form) => {
    const { page } = form.place === 'open' ? visitor : watched;
    const path = form.place === 'org' ? `/orgs/${orgId}/${form.path}` : form.path;
    // The dialog of the form before is still open.
    if (new URL(page.url(), gateway.baseUrl).pathname === path) await page.keyboard.press('Escape');
    else await page.goto(path);
    const shown = await refuseForm(page, form);
    const wanted = { isInvalid: true, hasFocus: true, hasMessage: true };
    expect(shown).toEqual(Object.keys(form.refused).map((label) => ({ label, ...wanted })));
  });

  it('does nothing that a page may not do', () => {
    expect([...visitor.faults, ...watched.faults]).toEqual([]);
  });
});
