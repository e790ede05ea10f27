import type { Browser } from 'playwright-core';
import { openAccount } from '../test/support/accounts';
import { describeInBrowser, openPage, startBrowser, waitFor } from '../test/support/browser';
import { getSharedGateway } from '../test/support/gateway';
import { listMails, waitForMailedToken } from '../test/support/mails';
import { makeSignInToken } from '../test/support/make-sign-in-token';

describeInBrowser('a link to the console', () => {
  const gateway = getSharedGateway();
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());

  it('opens the console once, and leaves its token in no address', async () => {
    const ada = await openAccount(gateway);
    const token = await makeSignInToken(gateway, ada.userId);
    const watched = await openPage(browser, gateway.baseUrl);
    const { faults, page } = watched;
    try {
      await page.goto('/sign-up');
      await waitFor(page.getByRole('heading', { level: 1 }));
      await page.goto(`/sign-in-link?token=${token}`);
      await waitFor(page.getByRole('heading', { name: 'Home' }));
      expect(new URL(page.url()).pathname).toBe('/');
      await page.goBack();
      await waitFor(page.getByRole('heading', { level: 1 }));
      expect(new URL(page.url()).pathname).toBe('/sign-up');
      expect(faults).toEqual([]);

      await page.goto(`/sign-in-link?token=${token}`);
      await waitFor(page.getByText('This link is not valid any more.'));
      expect(page.url()).not.toContain(token);
      await waitFor(page.getByRole('link', { name: 'Sign in with a password' }));
    } finally {
      await watched.close();
    }
  });

  it('signs the operator in with the operator role', async () => {
    const { operator } = gateway.credentials();
    const token = await makeSignInToken(gateway, operator?.userId ?? '');
    const login = await gateway.call('/api/auth/sign-in-link', { body: { token } });
    expect(login.json.user).toMatchObject({ email: operator?.email, role: 'operator' });
    const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect((await gateway.call('/api/admin/users', { cookie })).status).toBe(200);
  });

  it('sets a new password once, as the reset mail has it, and ends the sessions', async () => {
    const { cookie, email, password } = await openAccount(gateway, { creditUsd: 0 });
    const newPassword = 'another horse, another battery';
    const watched = await openPage(browser, gateway.baseUrl);
    const { faults, page } = watched;
    const signIn = async (secret: string): Promise<void> => {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(secret);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    try {
      await page.goto('/sign-in');
      await page.getByRole('link', { name: 'Forgot the password?' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Send the mail' }).click();
      await waitFor(page.getByText('If the address has an account, a mail is on its way.'));
      const token = await waitForMailedToken(gateway, email, 'reset-password', 30_000);
      const link = `${gateway.baseUrl}/reset-password?token=${token}`;
      expect(listMails(gateway, email).at(-1)?.text).toContain(link);
      for (const isFirst of [true, false]) {
        await page.goto(link);
        await page.getByLabel('New password').fill(newPassword);
        await page.getByRole('button', { name: 'Set the password' }).click();
        await waitFor(
          isFirst ? page.getByRole('heading', { name: 'Sign in' }) : page.getByRole('alert'),
        );
      }
      expect((await gateway.call('/api/account', { cookie })).status).toBe(401);
      await page.goto('/sign-in');
      await signIn(password);
      await waitFor(page.getByRole('alert'));
      await signIn(newPassword);
      await waitFor(page.getByRole('heading', { name: 'Home' }));
      expect(faults).toEqual([]);
    } finally {
      await watched.close();
    }
  });
});
