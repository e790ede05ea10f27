import type { Browser, Page } from 'playwright-core';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { getSharedGateway } from '../test/support/gateway';
import { waitForMailedToken } from '../test/support/mails';

const password = 'correct horse battery staple';

describeInBrowser('a developer in the console', () => {
  const gateway = getSharedGateway();
  const email = `dev-${Date.now()}@example.com`;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;

  beforeAll(async () => {
    browser = await startBrowser();
    watched = await openPage(browser, gateway.baseUrl);
    page = watched.page;
  });
  afterAll(() => browser.close());

  it('signs up', async () => {
    await page.goto('/keys');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByRole('link', { name: 'Create an account' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Keys' }).waitFor();
  });

  it('confirms the address by the link of the mail', async () => {
    const token = await waitForMailedToken(gateway, email, 'verify-email');
    await page.goto(`/verify-email?token=${token}`);
    await page.getByText('Your address is confirmed').waitFor();
  });

  it('tops up and sees the credit in the balance and in the ledger', async () => {
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Top up' }).click();
    await page.getByLabel('Credit to buy').fill('50');
    await page.getByLabel('Paid by').selectOption('dev');
    await page.getByRole('button', { name: 'Go on to pay' }).click();
    await waitFor(page.getByRole('button', { name: 'Pay with play money' }));
    await page.getByRole('button', { name: 'Pay with play money' }).click();
    await page.getByText('The credit is booked.').waitFor();
    await page.getByRole('table', { name: 'Ledger' }).getByText('$50.00').first().waitFor();
  });

  it('makes a key whose secret is shown once, and calls a model with it', async () => {
    await page.goto('/keys');
    await page.getByRole('button', { name: 'Make a key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('first program');
    await page.getByLabel('Cap (USD)').fill('5');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const secret = await page.getByLabel('The secret of the key').innerText();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    expect(await page.content()).not.toContain(secret);
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const answer = await gateway.call('/v1/chat/completions', { bearer: secret, body });
    expect(answer.status).toBe(200);
  });

  it('sees the refusal of the server at the field that caused it', async () => {
    await page.getByRole('button', { name: 'Make a key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('second program');
    await page.getByLabel('Allowed addresses').fill('not an address');
    await page.getByRole('button', { name: 'Make the key' }).click();
    const field = page.getByLabel('Allowed addresses');
    await page.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('not an address');
    await page.keyboard.press('Escape');
  });

  it('signs in again without losing the page when the session has ended', async () => {
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.context().clearCookies();
    await page.getByLabel('Name').fill('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name').inputValue()).toBe('Ada');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
  });

  it('met no violation of the policy, no script error and no foreign request', () => {
    expect(watched.faults).toEqual([]);
  });
});
