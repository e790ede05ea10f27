import type { Browser } from 'playwright-core';
import { openAccount } from '../test/support/accounts';
import { describeInBrowser, openPage, startBrowser, waitFor } from '../test/support/browser';
import { getSharedGateway } from '../test/support/gateway';
import { makeSignInToken } from '../test/support/make-sign-in-token';

describeInBrowser('a sign-in link', () => {
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
});
