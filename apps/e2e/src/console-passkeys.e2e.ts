import type { Browser, Page } from 'playwright-core';
import { openAccount, type Account } from '../test/support/accounts';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  useSession,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { addPasskeyForm, renamePasskeyForm } from '../test/support/console-forms';
import { getSharedGateway } from '../test/support/gateway';
import { getNamedUrl } from '../test/support/passkey-recipes';
import { refuseForm } from '../test/support/refuse-form';

describeInBrowser('passkeys and recovery codes in the console', () => {
  const gateway = getSharedGateway();
  const siteUrl = getNamedUrl(gateway);
  let browser: Browser;
  let account: Account;
  let watched: WatchedPage;
  let page: Page;
  let code = '';

  beforeAll(async () => {
    browser = await startBrowser();
    account = await openAccount(gateway, { creditUsd: 0 });
    watched = await openPage(browser, siteUrl);
    page = watched.page;
    await addAuthenticator(page);
    await useSession(page, siteUrl, account.cookie);
  });
  afterAll(() => browser.close());

  it('adds a passkey after the password was entered', async () => {
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop');
    await page.getByLabel('Your password').fill('not the password');
    await page.getByRole('button', { name: 'Go on' }).click();
    await waitFor(page.getByRole('alert').filter({ hasText: 'Wrong password' }));
    await page.getByLabel('Your password').fill(account.password);
    await page.getByRole('button', { name: 'Go on' }).click();
    await waitFor(page.getByRole('table', { name: 'Passkeys' }).getByText('Laptop'));
  });

  it('refuses a second passkey of the same device', async () => {
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByLabel('Name of the passkey').fill('Laptop again');
    await page.getByLabel('Your password').fill(account.password);
    await page.getByRole('button', { name: 'Go on' }).click();
    await waitFor(page.getByText('This device has a passkey for your account already.'));
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it.each([addPasskeyForm, renamePasskeyForm])(
    'shows what the API refuses at the field, with the focus: $name',
    async (form) => {
      const wanted = { isInvalid: true, hasFocus: true, hasMessage: true };
      expect(await refuseForm(page, form)).toEqual(
        Object.keys(form.refused).map((label) => ({ label, ...wanted })),
      );
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  );

  it('makes recovery codes and shows them once', async () => {
    await page.getByRole('button', { name: 'Make new codes' }).click();
    await page.getByLabel('Your password').fill(account.password);
    await page.getByRole('button', { name: 'Make the codes' }).click();
    await waitFor(page.getByRole('dialog', { name: 'Your recovery codes' }));
    const codes = await page.getByLabel('Recovery codes', { exact: true }).innerText();
    expect(codes.split('\n')).toHaveLength(10);
    [code = ''] = codes.split('\n');
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await waitFor(page.getByText('10 of 10 codes are left.'));
    expect(await page.content()).not.toContain(code);
  });

  it('signs in with the passkey', async () => {
    await page.context().clearCookies();
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await waitFor(page.getByRole('heading', { name: 'Settings' }));
    expect(await page.getByLabel('Email').inputValue()).toBe(account.email);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('renames and deletes the passkey, which then signs in no more', async () => {
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Name of the passkey').fill('Old laptop');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    const table = page.getByRole('table', { name: 'Passkeys' });
    await waitFor(table.getByText('Old laptop'));
    await table.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the passkey' }).click();
    await waitFor(page.getByText('No passkey', { exact: true }));
    await page.context().clearCookies();
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await waitFor(page.getByRole('alert').filter({ hasText: 'This passkey was not accepted' }));
  });

  it('signs in with a recovery code once', async () => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Email of the account').fill(account.email);
    await page.getByLabel('Recovery code').fill(code.toUpperCase());
    await page.getByRole('button', { name: 'Use the code' }).click();
    await waitFor(page.getByText('9 of 10 codes are left.'));
    await page.context().clearCookies();
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await page.getByLabel('Email of the account').fill(account.email);
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Use the code' }).click();
    await waitFor(page.getByRole('alert').filter({ hasText: 'Wrong email or recovery code' }));
  });

  it('met no violation of the policy, no script error and no foreign request', () => {
    expect(watched.faults).toEqual([]);
  });
});

/** A device with passkeys whose owner unlocks it at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
