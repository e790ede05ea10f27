import type { Browser, Page } from 'playwright-core';
import { waitUntil } from '@tollgate/testing';
import { openAccount, type Account } from '../test/support/accounts';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  useSession,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { getSharedGateway } from '../test/support/gateway';
import { waitForMailedToken } from '../test/support/mails';
import { waitForStatus } from '../test/support/org-desk';
import { makeOrgKey } from '../test/support/org-invoices';

/** No server listens there: an unreachable provider is not an invalid key. */
const nobody = 'http://127.0.0.1:9/v1';

describeInBrowser('an organization in the console', () => {
  const gateway = getSharedGateway();
  const name = `Acme ${Date.now()}`;
  let browser: Browser;
  let admin: WatchedPage;
  let finance: WatchedPage;
  let member: WatchedPage;
  let founder: Account;
  let accountant: Account;
  let developer: Account;
  let orgPath = '';
  let secret = '';

  async function open(account: Account): Promise<WatchedPage> {
    const watched = await openPage(browser, gateway.baseUrl);
    await useSession(watched.page, gateway.baseUrl, account.cookie);
    return watched;
  }

  beforeAll(async () => {
    browser = await startBrowser();
    founder = await openAccount(gateway);
    accountant = await openAccount(gateway);
    developer = await openAccount(gateway);
    admin = await open(founder);
    finance = await open(accountant);
    member = await open(developer);
  });
  afterAll(() => browser.close());

  const go = (page: Page, section: string) => page.goto(`${orgPath}/${section}`);

  it('is created by its administrator', async () => {
    const { page } = admin;
    await page.goto('/orgs');
    await page.getByRole('button', { name: 'Create an organization' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Create it' }).click();
    await waitFor(page.getByRole('heading', { name, exact: true }));
    orgPath = new URL(page.url()).pathname.replace(/\/overview$/, '');
    const orgId = orgPath.split('/').at(-1);
    await gateway.operate('/api/admin/credits/grants', {
      body: { orgId, amountUsd: 20, reason: 'test' },
    });
    await page.reload();
    await waitFor(page.getByText('$20.00'));
  });

  it('gets a team with a budget', async () => {
    const { page } = admin;
    await go(page, 'teams');
    await page.getByRole('button', { name: 'Add a team' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Research');
    await dialog.getByLabel('Budget of a month (USD)').fill('5');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitFor(page.getByRole('row').filter({ hasText: 'Research' }).getByText('$5.00'));
  });

  it('invites a person for finance, who accepts by the link of the mail', async () => {
    const { page } = admin;
    await go(page, 'invitations');
    await page.getByRole('button', { name: 'Invite' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(accountant.email);
    await dialog.getByLabel('Role').selectOption('billing_viewer');
    await dialog.getByRole('button', { name: 'Send the invitation' }).click();
    await waitFor(page.getByRole('row').filter({ hasText: accountant.email }));
    const token = await waitForMailedToken(gateway, accountant.email, 'invitations', 30_000);
    await finance.page.goto(`/invitations?token=${token}`);
    await waitFor(finance.page.getByRole('definition').filter({ hasText: name }));
    await waitFor(finance.page.getByRole('definition').filter({ hasText: 'Ada' }));
    await finance.page.getByRole('button', { name: 'Accept the invitation' }).click();
    await waitFor(finance.page.getByText(`You are now billing viewer of ${name}.`));
  });

  it('pays for a call with one of its keys, which its list of calls shows', async () => {
    const { page } = admin;
    await go(page, 'keys');
    await page.getByRole('button', { name: 'Make a key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('shared program');
    await page.getByRole('button', { name: 'Make the key' }).click();
    secret = await page.getByLabel('The secret of the key').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const answer = await gateway.call('/v1/chat/completions', { bearer: secret, body });
    expect(answer.status).toBe(200);
    await go(page, 'calls');
    await waitFor(page.getByRole('row').filter({ hasText: 'simulator/chat' }));
  });

  it('tries a rule in the lab before it refuses a call', async () => {
    const { page } = admin;
    await go(page, 'rules');
    await page.getByRole('button', { name: 'Add a rule' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Code names');
    await dialog.getByLabel('Words').fill('bluebird');
    await dialog.getByLabel('Action').selectOption('block');
    await dialog.getByLabel('Shadow').uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitFor(page.getByRole('row').filter({ hasText: 'Code names' }));
    await page.getByLabel('A text to try the rules on').fill('When does bluebird start?');
    await page.getByRole('button', { name: 'Try the rules' }).click();
    await waitFor(page.getByText('“bluebird” by Code names'));
    await waitFor(page.getByRole('definition').filter({ hasText: 'block' }));
  });

  it('shows a member its own calls and refusals alone', async () => {
    const { page } = member;
    const orgId = orgPath.split('/').at(-1) ?? '';
    const path = `/v1/orgs/${orgId}/members`;
    const body = { email: developer.email };
    const memberId: unknown = (await gateway.call(path, { cookie: founder.cookie, body })).json.id;
    const own = await makeOrgKey(gateway, founder, orgId, { memberId });
    const ask = (bearer: string, content: string) => {
      const call = { model: 'simulator/chat', messages: [{ role: 'user', content }] };
      return gateway.call('/v1/chat/completions', { bearer, body: call });
    };
    await waitForStatus(() => ask(own, 'Hello'), 200);
    for (const bearer of [secret, own]) {
      await waitForStatus(() => ask(bearer, 'When does bluebird start?'), 403);
    }
    const list = `/api/orgs/${orgId}/refusals`;
    const isListed = async (): Promise<boolean> =>
      (await gateway.call(list, { cookie: founder.cookie })).json.items.length === 2;
    await waitUntil(isListed, { timeoutMs: 30_000, what: 'both refusals' });
    // The call that the rule blocked is in the list, too.
    const ownCalls = await waitUntil(
      async () => {
        const { json } = await gateway.call(`/api/orgs/${orgId}/calls`, { cookie: founder.cookie });
        const calls = json.calls as readonly { member_id: string | null }[];
        const count = calls.filter(({ member_id }) => member_id === memberId).length;
        return count >= 2 && count < calls.length ? count : undefined;
      },
      { timeoutMs: 30_000, what: 'the calls of the member among others' },
    );

    await page.goto('/orgs');
    await page.getByRole('link', { name, exact: true }).click();
    await waitFor(page.getByRole('heading', { name: 'Your calls' }));
    const tabs = page.getByRole('navigation', { name: 'Parts of the organization' });
    const titles = ['Calls', 'Refusals', 'Usage', 'Caching'];
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual(titles);
    await waitFor(page.getByText(`Calls shown: ${ownCalls}`));
    expect(await page.getByLabel('Key', { exact: true }).count()).toBe(0);
    const rows = page.getByRole('row').filter({ hasText: 'simulator/chat' });
    await rows.first().getByRole('link').click();
    await waitFor(page.getByRole('definition').filter({ hasText: developer.email }));
    await go(page, 'refusals');
    await waitFor(page.getByRole('heading', { name: 'Your last refusals' }));
    await waitFor(page.getByRole('row').filter({ hasText: 'content_filter' }));
    expect(await page.getByRole('button', { name: 'Explain' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Explain' }).click();
    await waitFor(page.getByRole('dialog').getByText('content_filter'));
    expect(await page.getByRole('link', { name: 'Open the content rules' }).count()).toBe(0);
  });

  it('says that a refused call would pass after the cap of its key was raised', async () => {
    const { page } = admin;
    const { cookie } = founder;
    const path = `/api/orgs/${orgPath.split('/').at(-1) ?? ''}/keys`;
    const made = await gateway.call(path, { cookie, body: { name: 'capped', limit: 0 } });
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const bearer = made.json.key as string;
    const ask = () => gateway.call('/v1/chat/completions', { bearer, body });
    const requestId = (await waitForStatus(ask, 402)).headers.get('x-request-id') ?? '';
    await waitUntil(
      async () => (await gateway.call(`/api/refusals/${requestId}`, { cookie })).status === 200,
      { timeoutMs: 30_000, what: 'the refusal' },
    );

    await page.goto(`${orgPath}/refusals?refusal=${requestId}`);
    await waitFor(page.getByRole('dialog').getByText('It would be refused again now.'));
    await page.goto(`${orgPath}/keys?find=capped`);
    const row = page.getByRole('row').filter({ hasText: 'capped' });
    await row.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'capped' });
    await dialog.getByLabel('Cap (USD)').fill('2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${orgPath}/refusals?refusal=${requestId}`);
    await waitFor(page.getByRole('dialog').getByText('It would pass now.'));
    await waitFor(page.getByRole('dialog').getByText('Now: $0.00 of $2.00 is used.'));
    await waitForStatus(ask, 200);
  });

  it('shows the limits of a team after what it takes over', async () => {
    const { page } = admin;
    await go(page, 'teams');
    const row = page.getByRole('row').filter({ hasText: 'Research' });
    await row.getByRole('button', { name: 'Limits' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('A minute (USD)').fill('0.25');
    await dialog.getByRole('button', { name: 'Save' }).first().click();
    await waitFor(dialog.getByRole('definition').filter({ hasText: 'of $0.2500' }));
    await dialog.getByLabel('Models').fill('simulator/chat');
    await dialog.getByRole('button', { name: 'Save' }).nth(1).click();
    await waitFor(dialog.getByText('In force: simulator/chat.'));
  });

  it('sees what the server says about a nested value at its field', async () => {
    const { page } = admin;
    await go(page, 'overview');
    const budget = page.getByLabel('Budget of a month (USD)');
    await budget.fill('99999999999999');
    await page.getByRole('button', { name: 'Save' }).click();
    await waitFor(page.getByRole('alert'));
    expect(await budget.getAttribute('aria-invalid')).toBe('true');
  });

  it('adds a key of a provider, changes it and deletes it', async () => {
    const { page } = admin;
    await go(page, 'own-keys');
    await page.getByRole('button', { name: 'Add a provider key' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Own account');
    await dialog.getByLabel('Address of the provider').fill(nobody);
    await dialog.getByLabel('Key of the provider').fill('sk-own-1234567890');
    await dialog.getByLabel('Models').fill('simulator/chat = chat');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Own account' });
    await waitFor(row);
    await row.getByRole('button', { name: 'Disable' }).click();
    await waitFor(row.getByText('disabled'));
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the provider key' }).click();
    await waitFor(page.getByText('No own provider key yet'));
  });

  it('is topped up by its administrator, and automatically with a kept card', async () => {
    const { page } = admin;
    await go(page, 'billing');
    await page.getByRole('button', { name: 'Keep a card …' }).click();
    await page.getByLabel('Paid by').selectOption('dev');
    await page.getByRole('button', { name: 'Go on to pay' }).click();
    await page.getByRole('button', { name: 'Pay with play money' }).click();
    const turnOn = page.getByRole('button', { name: 'Turn on …' });
    await waitFor(turnOn);
    await turnOn.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await waitFor(page.getByText('Automatic top-ups are on.'));
    await waitFor(page.getByRole('button', { name: 'Turn off' }));
    await page.getByRole('table', { name: 'Top-ups' }).getByRole('link').first().click();
    await waitFor(page.getByRole('definition').filter({ hasText: name }));
  });

  it('shows finance the rule and the ledger without a way to pay', async () => {
    const { page } = finance;
    await go(page, 'billing');
    await waitFor(page.getByRole('term').filter({ hasText: 'Rule' }));
    await waitFor(page.getByRole('table', { name: 'Ledger' }));
    for (const action of ['Top up', 'Turn off', 'Change …', 'Delete the card']) {
      expect(await page.getByRole('button', { name: action, exact: true }).count()).toBe(0);
    }
    await page.getByRole('link', { name: 'Monthly statements' }).click();
    await waitFor(page.getByText(`Tollgate account of ${name}.`));
  });

  it('shows finance its figures and nothing else', async () => {
    const { page } = finance;
    await go(page, 'reports');
    await waitFor(page.getByRole('table', { name: 'By model' }).getByText('simulator/chat'));
    const tabs = page.getByRole('navigation', { name: 'Parts of the organization' });
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
      ...['Overview', 'Keys', 'Calls', 'Refusals', 'Usage', 'Caching', 'Reports', 'Billing'],
      'Invoices',
    ]);
    await go(page, 'usage');
    await waitFor(page.getByRole('heading', { name: 'Spend by hour' }));
    await waitFor(page.getByRole('button', { name: 'Print' }));
    await go(page, 'caching');
    await waitFor(page.getByRole('table', { name: 'By model' }).getByText('simulator/chat'));
    await page.getByLabel('Grouped').selectOption('app');
    await waitFor(page.getByRole('table', { name: 'By program' }));
    expect(new URL(page.url()).searchParams.get('group')).toBe('app');
    await go(page, 'members');
    await waitFor(page.getByText('Your role does not show this part'));
    await go(page, 'keys');
    await waitFor(page.getByRole('row').filter({ hasText: 'shared program' }));
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
  });

  it('does nothing that a page may not do', () => {
    expect([...admin.faults, ...finance.faults, ...member.faults]).toEqual([]);
  });
});
