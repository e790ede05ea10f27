import { waitUntil } from '@tollgate/testing';
import type { Browser, Page } from 'playwright-core';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { makeWav } from '../test/support/audio-recipes';
import { createKey } from '../test/support/accounts';
import { getSharedGateway } from '../test/support/gateway';
import { waitForMailedToken } from '../test/support/mails';
import { startSecondEdge } from '../test/support/second-edge';

const dialectCount = 3;
/** Clicks the button that has the focus faster than any hand: the page is not drawn in between. */
const clickTwice = 'document.activeElement.click(); document.activeElement.click();';
const password = 'correct horse battery staple';

describeInBrowser('a developer in the console', () => {
  const gateway = getSharedGateway();
  const email = `dev-${Date.now()}@example.com`;
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let callId = '';

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

  it('turns automatic top-ups on with a kept card, sees one, and deletes the card', async () => {
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Keep a card …' }).click();
    await page.getByLabel('Credit to buy').fill('5');
    await page.getByLabel('Paid by').selectOption('dev');
    await page.getByRole('button', { name: 'Go on to pay' }).click();
    await waitFor(page.getByRole('button', { name: 'Pay with play money' }));
    await page.getByRole('button', { name: 'Pay with play money' }).click();
    await waitFor(page.getByText('dev •••• 4242'));

    await page.getByRole('button', { name: 'Turn on …' }).click();
    await page.getByLabel('When less than this is left').fill('60');
    await page.getByLabel('Buy this much credit').fill('20');
    await page.getByLabel('Charge at most in a month').fill('21');
    await waitFor(page.getByText('dev •••• 4242 is charged $22.00 for $20.00 of credit'));
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await waitFor(page.getByRole('alert').filter({ hasText: 'must be from 22 to' }));
    const limit = page.getByLabel('Charge at most in a month');
    expect(await limit.getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Charge at most in a month').fill('30');
    await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('Automatic top-ups are on.').waitFor();
    const tries = page.getByRole('table', { name: 'Last automatic top-ups' });
    await waitUntil(
      async () => {
        await page.reload();
        await waitFor(page.getByRole('button', { name: 'Delete the card' }));
        return (await tries.getByText('paid').count()) > 0;
      },
      { timeoutMs: 30_000, what: 'the automatic top-up' },
    );

    await page.getByRole('button', { name: 'Delete the card' }).click();
    const confirm = page.getByRole('dialog', { name: 'Delete dev •••• 4242?' });
    await confirm.getByRole('button', { name: 'Delete the card' }).click();
    await waitFor(page.getByText('No card is kept'));
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
    callId = String(answer.json.id);
  });

  it('finds the call in the list, opens its receipt and goes back to the filtered list', async () => {
    await page.goto('/calls');
    await page.getByLabel('Model').fill('simulator/chat');
    await page.waitForURL(/model=simulator/);
    const row = page.getByRole('row').filter({ hasText: 'simulator/chat' });
    await waitFor(row);
    await row.getByRole('link').first().click();
    await waitFor(page.getByRole('heading', { name: 'Receipt' }));
    expect(page.url()).toContain(callId);
    await page.getByRole('table', { name: 'What was charged' }).waitFor();
    await page.goBack();
    await waitFor(row);
    expect(await page.getByLabel('Model').inputValue()).toBe('simulator/chat');
  });

  it('finds a key, and a call by its id, in the palette with the keyboard alone', async () => {
    const find = async (text: string, title: string): Promise<void> => {
      await page.keyboard.press('Control+K');
      await waitFor(page.locator('input:focus'));
      await page.keyboard.type(text);
      await waitFor(page.getByRole('option', { selected: true }).filter({ hasText: title }));
      await page.keyboard.press('Enter');
    };
    await find('FIRST prog', 'first program');
    await waitFor(page.getByRole('heading', { name: 'Keys' }));
    expect(new URL(page.url()).searchParams.get('find')).toBe('first program');
    await waitFor(page.getByRole('row').filter({ hasText: 'first program' }));
    await find(callId, callId);
    await waitFor(page.getByRole('heading', { name: 'Receipt' }));
    expect(page.url()).toContain(callId);
  });

  it('tries a model in the playground in three dialects for the same cost', async () => {
    await page.goto('/playground?model=simulator/chat&dialect=all');
    await page.getByLabel('Prompt').fill('Hello');
    await page.getByRole('button', { name: 'Send' }).click();
    await waitUntil(
      async () => (await page.locator('[aria-live][aria-busy="false"]').count()) === dialectCount,
      { timeoutMs: 30_000, what: 'three answers' },
    );
    const costs = await page.getByRole('definition').filter({ hasText: '$' }).allInnerTexts();
    expect(costs).toHaveLength(dialectCount);
    expect(new Set(costs).size).toBe(1);
  });

  it('answers the tool calls of a model in the playground', async () => {
    await page.goto('/playground?model=simulator/chat');
    await page.getByText('Tools', { exact: true }).click();
    await page.getByLabel('Tools as JSON').fill('[{"name":"find_gate"}]');
    await page.getByLabel('Prompt').fill('Find it [[sim:tool_call]]');
    await page.getByRole('button', { name: 'Send' }).click();
    await waitFor(page.getByLabel('Result of find_gate'));
    await page.getByLabel('Result of find_gate').fill('It is open.');
    await page.getByRole('button', { name: 'Send the results' }).click();
    const conversation = page.getByRole('list', { name: 'Conversation' });
    await waitFor(conversation.getByText('It is open.'));
    await waitFor(page.getByRole('definition').filter({ hasText: /^\$/ }));
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('stops an answer, and copies the call as a program', async () => {
    await page.goto('/playground?model=simulator/chat');
    await page.getByLabel('Prompt').fill('Wait [[sim:delay_ms=20000]]');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Stop' }).click();
    await waitFor(page.getByText('Stopped.'));
    for (const kind of ['curl', 'Python', 'TypeScript']) {
      await page.getByLabel('Copy as').selectOption(kind);
      await waitFor(page.getByRole('dialog').getByText('TOLLGATE_KEY'));
      await page.keyboard.press('Escape');
    }
  });

  it('goes on in the playground after another sign-in', async () => {
    await page.goto('/playground?model=simulator/chat');
    const send = async (text: string): Promise<void> => {
      await page.getByLabel('Prompt').fill(text);
      await page.getByRole('button', { name: 'Send' }).click();
      await waitFor(page.getByRole('list', { name: 'Conversation' }).getByText(text));
      await waitFor(page.getByRole('definition').filter({ hasText: /^\$/ }));
    };
    await send('First');
    expect((await page.request.post('/api/auth/logout')).ok()).toBe(true);
    const signedIn = await page.request.post('/api/auth/login', { data: { email, password } });
    expect(signedIn.ok()).toBe(true);
    await send('Second');
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('makes an image, speech, a transcript and a video in the playground', async () => {
    await page.goto('/playground?kind=image&model=simulator/image');
    await page.getByLabel('Prompt').fill('A gate');
    await page.getByRole('button', { name: 'Send' }).click();
    await waitFor(page.getByRole('img', { name: 'A gate' }));
    await waitUntil(
      () => page.evaluate<boolean>('document.querySelector("main img").naturalWidth > 0'),
      { timeoutMs: 20_000, what: 'the pixels of the image' },
    );

    await page.getByRole('link', { name: 'Speech' }).click();
    await page.getByLabel('Text to speak').fill('The gate opens.');
    await page.getByRole('button', { name: 'Send' }).click();
    await waitFor(page.getByRole('button', { name: 'Play' }));
    await waitFor(page.getByRole('definition').filter({ hasText: '$' }));

    await page.getByRole('link', { name: 'Transcription' }).click();
    const file = { name: 'gate.wav', mimeType: 'audio/wav', buffer: makeWav(2) };
    await page.getByLabel('Recording').setInputFiles(file);
    await waitFor(page.getByText(file.name, { exact: true }));
    await page.getByRole('button', { name: 'Send' }).click();
    await waitFor(page.getByText(/^The gate opens/));

    await page.getByRole('link', { name: 'Video', exact: true }).click();
    await page.getByLabel('Prompt').fill('A gate');
    await page.getByRole('button', { name: 'Send' }).click();
    await waitFor(page.getByText(/The video is ready/));
    await expectPlaying();
  });

  it('plays the video in the list of video jobs', async () => {
    await page.goto('/videos');
    const deletion = page.getByText('Deleted in 7 days');
    await waitFor(deletion);
    expect(await deletion.getAttribute('title')).toMatch(/\d{4}, \d{2}:\d{2}:\d{2}$/);
    await page.getByRole('button', { name: 'Play or download' }).click();
    await expectPlaying();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^vjob_.*\.mp4$/);
  });

  /** Plays the one video of the page, and waits until its time has moved. */
  async function expectPlaying(): Promise<void> {
    await waitFor(page.locator('video'));
    // Without sound a page may play without a click.
    await page.evaluate('document.querySelector("video").muted = true');
    await page.evaluate('document.querySelector("video").play()');
    await waitUntil(
      () => page.evaluate<boolean>('document.querySelector("video").currentTime > 0'),
      { timeoutMs: 20_000, what: 'a video that plays' },
    );
    expect(await page.getByRole('alert').count()).toBe(0);
  }

  it('learns from a request id why a call was refused', async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { key } = await createKey(gateway, cookie, { name: 'tiny', limit: 0 });
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const refused = await gateway.call('/v1/chat/completions', { bearer: key, body });
    expect(refused.status).toBe(402);
    const requestId = refused.headers.get('x-request-id') ?? '';
    await waitUntil(
      async () => (await gateway.call(`/api/refusals/${requestId}`, { cookie })).status === 200,
      { timeoutMs: 20_000, what: 'the refusal' },
    );
    await page.goto('/refusals');
    await page.getByLabel('Request id, or the error that you got').fill(refused.text);
    await waitFor(page.getByRole('heading', { name: 'Why it was refused' }));
    await page.getByText('the key', { exact: true }).waitFor();
    await waitFor(page.getByText('It would be refused again now.'));
    await page.goto('/');
    await waitFor(page.getByRole('meter', { name: 'tiny' }));
  });

  it('sees the spend of a call on home and in the cap of its key without a reload', async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { key } = await createKey(gateway, cookie, { name: 'watched', limit: 5 });
    const live = page.waitForResponse((response) => response.url().endsWith('/api/live'));
    await page.goto('/');
    await live;
    const meter = page.getByRole('meter', { name: 'watched' });
    const today = page.locator('div:has(> span:text-is("Spent today (USD)")) data');
    await waitFor(meter);
    await waitFor(today);
    const readFigures = async () => [
      Number(await today.getAttribute('value')),
      Number(await meter.getAttribute('aria-valuenow')),
    ];
    const [spent = 0, used] = await readFigures();
    expect(used).toBe(0);
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const answered = await gateway.call('/v1/chat/completions', { bearer: key, body });
    expect(answered.status).toBe(200);
    await waitUntil(
      async () => {
        const [spentNow = 0, usedNow = 0] = await readFigures();
        return spentNow > spent && usedNow > 0;
      },
      { timeoutMs: 60_000, what: 'the spend of the call on the page' },
    );
  });

  it('disables a key, keeps its call, and learns why a call with it was refused', async () => {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { key } = await createKey(gateway, cookie, { name: 'old program' });
    const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
    const call = () => gateway.call('/v1/chat/completions', { bearer: key, body });
    const answered = await call();
    expect(answered.status).toBe(200);

    await page.goto('/keys?find=old+program');
    const row = page.getByRole('row').filter({ hasText: 'old program' });
    await row.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Disable the key' }).click();
    await waitFor(row.getByText('disabled'));
    await waitFor(row.getByText(/by .+@/));
    // The edge is notified a moment after the console has its answer.
    const refused = await waitUntil(
      async () => {
        const answer = await call();
        return answer.status === 401 ? answer : undefined;
      },
      { timeoutMs: 30_000, what: 'a refused call' },
    );

    const id = refused.headers.get('x-request-id') ?? '';
    await waitUntil(
      async () => (await gateway.call(`/api/refusals/${id}`, { cookie })).status === 200,
      { timeoutMs: 20_000, what: 'the refusal' },
    );
    await page.goto('/refusals');
    await page.getByLabel('Request id, or the error that you got').fill(id);
    await waitFor(page.getByText(/^This key was disabled at /));
    await waitFor(page.getByText('It would be refused again now.'));
    await waitFor(page.getByText('The key is disabled. You can enable it, or make another key.'));
    await page.getByRole('link', { name: 'Open the keys' }).click();

    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the key' }).click();
    await row.waitFor({ state: 'detached' });
    expect((await call()).status).toBe(401);
    await page.getByLabel('Show').selectOption('deleted keys');
    await waitFor(row.getByText('deleted'));
    expect(await row.getByRole('button').count()).toBe(0);
    await page.goto(`/refusals?find=${id}`);
    await waitFor(page.getByText('The key is deleted and does not work again. Make another key.'));
    await page.goto(`/calls/${String(answered.json.id)}`);
    await waitFor(page.getByRole('table', { name: 'What was charged' }));
    await waitFor(page.getByRole('definition').filter({ hasText: 'old program (deleted)' }));
    await page.goto('/calls');
    await page.getByLabel('Key').selectOption('old program (deleted)');
    await page.waitForURL(/key=key_/);
    await waitFor(page.getByText('Calls shown: 1'));
  });

  it('sees the spend of the key in the usage', async () => {
    await page.goto('/usage?group=key');
    const sums = page.getByRole('table', { name: 'Sums' });
    await waitFor(sums.getByText('first program'));
    await waitFor(sums.getByText('old program (deleted)'));
  });

  it('sees the same spend on home, usage, billing and the statement', async () => {
    /** Amounts in nano-dollars of a part of a page, as their exact values say. */
    const sum = async (path: string, part: string): Promise<number> => {
      await page.goto(path);
      const amounts = page.locator(part).locator('data');
      await waitFor(amounts);
      const values = await Promise.all(
        (await amounts.all()).map((amount) => amount.getAttribute('value')),
      );
      return values.reduce((total, usd) => total + Math.round(Number(usd) * 1e9), 0);
    };
    const month = new Date().toISOString().slice(0, 'yyyy-mm'.length);
    const spent = await sum('/', 'div:has(> span:text-is("Spent in 7 days (USD)"))');
    expect(spent).toBeGreaterThan(0);
    expect([
      await sum('/usage', 'table:has(caption:text-is("Sums"))'),
      await sum('/billing', 'div:has(> span:text-is("Spent so far (USD)"))'),
      await sum(`/billing/statements/${month}`, 'table:has(caption:text-is("Charges by model"))'),
    ]).toEqual([spent, spent, spent]);
  });

  it('sees the refusal of the server at the field that caused it', async () => {
    await page.goto('/keys');
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

  it('sends a form once when its button is clicked twice', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url());
    });
    await page.goto('/keys');
    await page.getByRole('button', { name: 'Make a key' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill('clicked twice');
    await page.getByRole('button', { name: 'Make the key' }).focus();
    await page.evaluate(clickTwice);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await waitFor(page.getByRole('row').filter({ hasText: 'clicked twice' }));
    expect(sent).toEqual([expect.stringMatching(/\/api\/account\/keys$/)]);
  });

  it('says that a key was deleted in another tab, and shows the list without it', async () => {
    const row = page.getByRole('row').filter({ hasText: 'clicked twice' });
    await row.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'clicked twice' });
    await waitFor(dialog);
    const other = await page.context().newPage();
    await other.goto('/keys');
    const otherRow = other.getByRole('row').filter({ hasText: 'clicked twice' });
    await otherRow.getByRole('button', { name: 'Delete' }).click();
    await other.getByRole('button', { name: 'Delete the key' }).click();
    await otherRow.waitFor({ state: 'detached' });
    await other.close();
    await dialog.getByLabel('Name').fill('renamed');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitFor(dialog.getByRole('alert'));
    expect(await dialog.getByLabel('Name').inputValue()).toBe('renamed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row.waitFor({ state: 'detached' });
  });

  it('names a service that is away, and shows the rest of the page', async () => {
    // No server listens there.
    const edge = await startSecondEdge(gateway, { billingUrl: 'http://127.0.0.1:9' });
    const storageState = await page.context().storageState();
    const away = await openPage(browser, edge.gateway.baseUrl, { storageState });
    try {
      await away.page.goto('/');
      const alert = away.page.getByRole('alert').filter({ hasText: 'billing service' });
      await waitFor(alert);
      await waitFor(alert.getByRole('button', { name: 'Try again' }));
      await waitFor(away.page.getByText(email));
      await waitFor(away.page.getByRole('heading', { name: 'Make a call' }));
      expect(away.faults).toEqual([]);
    } finally {
      await away.close();
      await edge.stop();
    }
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

  it('keeps the page when the session ended elsewhere and the page is shown again', async () => {
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await page.context().clearCookies();
    // What was read is stale after 15 seconds, and read again when the page is shown again.
    await page.evaluate(`{
      const getNow = Date.now;
      Date.now = () => getNow() + 60_000;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    }`);
    const dialog = page.getByRole('dialog', { name: 'Please sign in again' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });

  it('met no violation of the policy, no script error and no foreign request', () => {
    expect(watched.faults).toEqual([]);
  });
});
