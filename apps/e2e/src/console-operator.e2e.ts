import { randomBytes } from 'node:crypto';
import type { Browser, Locator, Page } from 'playwright-core';
import { openAccount, type Account } from '../test/support/accounts';
import { addModel } from '../test/support/add-model';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  useSession,
  waitFor,
  type WatchedPage,
} from '../test/support/browser';
import { chat } from '../test/support/chat';
import { getSharedGateway } from '../test/support/gateway';
import { waitForStatus } from '../test/support/org-desk';
import { simulatorUrl } from '../test/support/simulator';

const suffix = randomBytes(4).toString('hex');

describeInBrowser('an operator in the console', () => {
  const gateway = getSharedGateway();
  let browser: Browser;
  let watched: WatchedPage;
  let page: Page;
  let user: Account;

  beforeAll(async () => {
    browser = await startBrowser();
    const operator = await openAccount(gateway);
    await gateway.operate(`/api/admin/users/${operator.userId}`, {
      method: 'PATCH',
      body: { role: 'operator' },
    });
    user = await openAccount(gateway, { creditUsd: 0 });
    watched = await openPage(browser, gateway.baseUrl);
    page = watched.page;
    await useSession(page, gateway.baseUrl, operator.cookie);
  });
  afterAll(() => browser.close());

  async function findUser() {
    await page.goto('/operator/users');
    await page.getByLabel('Find by address, name or id').fill(user.email);
    const row = page.getByRole('row').filter({ hasText: user.email });
    await waitFor(row);
    return row;
  }

  it('finds a user in the palette with the keyboard, and keeps the search in the URL', async () => {
    await page.goto('/operator/health');
    await waitFor(page.getByRole('heading', { name: 'Operator' }));
    await page.keyboard.press('Control+K');
    await waitFor(page.locator('input:focus'));
    await page.keyboard.type(user.email);
    await waitFor(page.getByRole('option', { selected: true }).filter({ hasText: user.email }));
    await page.keyboard.press('Enter');
    const row = page.getByRole('row').filter({ hasText: user.email });
    await waitFor(row);
    expect(new URL(page.url()).searchParams.get('find')).toBe(user.email);
    await page.reload();
    await waitFor(row);
    await page.getByRole('button', { name: 'Email' }).click();
    await waitFor(
      page.getByRole('columnheader', { name: 'Email' }).and(page.locator('[aria-sort=descending]')),
    );
    expect(new URL(page.url()).searchParams.get('sort')).toBe('email');
  });

  it('opens an organization and its members from the palette', async () => {
    const name = `Palette ${suffix}`;
    const made = await gateway.call('/api/orgs', { cookie: user.cookie, body: { name } });
    expect(made.status).toBe(201);
    await page.keyboard.press('Control+K');
    await waitFor(page.locator('input:focus'));
    await page.keyboard.type(name);
    await waitFor(page.getByRole('option', { selected: true }).filter({ hasText: name }));
    await page.keyboard.press('Enter');
    await waitFor(page.getByRole('definition').filter({ hasText: name }));
    expect(new URL(page.url()).pathname).toBe(`/operator/orgs/${String(made.json.id)}`);
    await waitFor(page.getByRole('row').filter({ hasText: user.email }));
  });

  it('grants credit, which the user can spend and the list of grants shows', async () => {
    const row = await findUser();
    await row.getByRole('button', { name: 'Grant credit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount (USD)').fill('7.25');
    await dialog.getByLabel('Reason').fill('a workshop');
    await dialog.getByRole('button', { name: 'Grant', exact: true }).click();
    await waitFor(page.getByText('The credit is booked.'));
    const credits = await gateway.call('/v1/credits', { bearer: user.key });
    expect(credits.json.data.total_credits).toBe(7.25);
    await page.goto('/operator/grants');
    const grant = page.getByRole('row').filter({ hasText: user.userId });
    await waitFor(grant.filter({ hasText: 'a workshop' }));
    expect(await grant.first().innerText()).toContain('$7.25');
    await waitFor(grant.getByRole('link', { name: /^Ada / }));
  });

  it('suspends a user with a reason, and the keys are refused until the suspension ends', async () => {
    const chat = () =>
      gateway.call('/v1/chat/completions', {
        bearer: user.key,
        body: { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] },
      });
    expect((await chat()).status).toBe(200);
    const row = await findUser();
    await row.getByRole('button', { name: 'Suspend' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('a stolen card');
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
    await waitFor(row.getByText('suspended'));
    expect([401, 403]).toContain((await chat()).status);
    await row.getByRole('button', { name: 'End the suspension' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('it was a mistake');
    await page.getByRole('dialog').getByRole('button', { name: 'End the suspension' }).click();
    await waitFor(row.getByText('active'));
    await page.goto('/operator/audit');
    await waitFor(page.getByRole('row').filter({ hasText: 'Account: suspended' }));
  });

  it('tests a provider key', async () => {
    await page.goto('/operator/provider-keys');
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Test' }) });
    await waitFor(row);
    await row.first().getByRole('button', { name: 'Test' }).click();
    await waitFor(row.first().getByText('works'));
  });

  const dialog = (): Locator => page.getByRole('dialog');
  const findRow = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
  /** Opens the question of a button in a row and confirms it. */
  async function confirm(row: Locator, name: string): Promise<void> {
    await row.getByRole('button', { name, exact: true }).click();
    await dialog().getByRole('button', { name, exact: true }).click();
    await waitFor(page.getByText('Done.').first());
  }

  it('imports models after a preview with old and new prices, and hides and lists one again', async () => {
    const id = `console${suffix}/chat`;
    const models = (prompt: string) =>
      JSON.stringify([{ id, name: 'Chat', kind: 'chat', prices: { prompt, completion: '2' } }]);
    await page.goto('/operator/catalog');
    const preview = async (text: string): Promise<void> => {
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await dialog().getByLabel('Models (JSON)').fill(text);
      await dialog().getByRole('button', { name: 'Preview' }).click();
    };
    await preview('[{"id":"Not An Id"}]');
    await waitFor(dialog().getByRole('alert').or(dialog().locator('[aria-invalid]')));
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await preview(models('1'));
    await waitFor(dialog().getByText('added'));
    const path = `/api/admin/models/${encodeURIComponent(id)}`;
    const findModel = () => gateway.call(path, { bearer: gateway.credentials().adminToken });
    expect((await findModel()).status).toBe(404);
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await waitFor(page.getByText('1 models added, 0 changed.'));
    await preview(models('1.5'));
    await waitFor(dialog().getByText('prompt: 1 → 1.5'));
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await waitFor(page.getByText('0 models added, 1 changed.'));
    expect((await findModel()).json).toMatchObject({ priceVersion: 2, prices: { prompt: '1.5' } });
    await confirm(findRow(id), 'Hide');
    await waitFor(findRow(id).getByText('hidden'));
    await findRow(id).getByRole('button', { name: 'List again' }).click();
    await dialog().getByLabel('Name').fill('Chat again');
    await dialog().getByRole('button', { name: 'List again' }).click();
    await waitFor(findRow(id).getByText('listed'));
    expect((await findModel()).json).toMatchObject({ name: 'Chat again', hidden: false });
  });

  it('adds a provider key and a route, isolates the route and deletes both', async () => {
    const provider = `console${suffix}`;
    await page.goto('/operator/provider-keys');
    await page.getByRole('button', { name: 'Add a provider key' }).click();
    await dialog().getByLabel('Provider', { exact: true }).fill(provider);
    await dialog().getByLabel('Address').fill('http://127.0.0.1:9/v1');
    await dialog().getByLabel('Key', { exact: true }).fill('a secret key');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(dialog().getByText(/visible ASCII/));
    await dialog().getByLabel('Key', { exact: true }).fill('secret');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(findRow(provider));
    await findRow(provider).getByRole('button', { name: 'Test' }).click();
    await waitFor(findRow(provider).getByRole('status').getByText(/\S/));
    expect(await findRow(provider).getByText(/works/).count()).toBe(0);
    await page.goto('/operator/routes');
    await page.getByRole('button', { name: 'Add a route' }).click();
    await dialog().getByLabel('Models').fill(`${provider}/*`);
    const option = dialog().locator('option').filter({ hasText: provider });
    await dialog()
      .getByLabel('Provider key')
      .selectOption((await option.getAttribute('value')) ?? '');
    await dialog().getByRole('button', { name: 'Save' }).click();
    const row = findRow(`${provider}/*`);
    await confirm(row, 'Isolate');
    await waitFor(row.getByText('isolated by hand'));
    await row.getByRole('button', { name: 'Enable' }).click();
    await waitFor(row.getByRole('button', { name: 'Isolate' }));
    await confirm(row, 'Delete');
    await row.waitFor({ state: 'detached' });
    await page.goto('/operator/provider-keys');
    await confirm(findRow(provider), 'Delete');
    await findRow(provider).waitFor({ state: 'detached' });
  });

  it('discovers the models of a provider and adds one with its route', async () => {
    const provider = `found${suffix}`;
    const body = { provider, apiKey: 'any', baseUrl: simulatorUrl(gateway), protocol: 'openai' };
    await gateway.operate('/api/admin/provider-keys', { body });
    await page.goto('/operator/provider-keys');
    await waitFor(findRow(provider));
    await page.getByRole('button', { name: 'Discover models' }).click();
    const discover = async (): Promise<void> => {
      await dialog().getByLabel('Provider key').selectOption(provider);
      await dialog().getByRole('button', { name: 'Ask for models' }).click();
    };
    await discover();
    await dialog().getByLabel('Find a model').fill('chat-mini');
    await dialog().getByLabel('chat-mini').focus();
    await page.keyboard.press('Space');
    await dialog().getByRole('button', { name: 'Add 1 models' }).click();
    await waitFor(page.getByText('1 models added.'));
    const { items } = await gateway.operate(`/api/admin/routes?search=${provider}`);
    expect(items).toMatchObject([{ upstreamModel: 'chat-mini' }]);
    await page.getByRole('button', { name: 'Discover models' }).click();
    await discover();
    await waitFor(dialog().getByText('in the catalog'));
    expect(await dialog().getByRole('checkbox', { disabled: true }).count()).toBe(1);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('plans the prices of a public list after a preview, and cancels the plan', async () => {
    const model = `listed${suffix}/chat`;
    await addModel(gateway, { id: model, prices: { prompt: '1', completion: '2' } });
    const entry = { litellm_provider: `listed${suffix}`, mode: 'chat' };
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const costs = { input_cost_per_token: 3e-6, output_cost_per_token: 2e-6 };
    await page.goto('/operator/prices');
    await waitFor(page.getByText('No prices are planned').or(page.getByRole('table').first()));
    const preview = async (text: string): Promise<void> => {
      await page.getByLabel('List', { exact: true }).selectOption('litellm');
      await page.getByLabel('Or the list as text (JSON)').fill(text);
      await page.getByLabel('Only these providers').fill(`listed${suffix}`);
      await page.getByLabel('In force from').fill(soon.slice(0, 'YYYY-MM-DDTHH:MM'.length));
      await page.getByRole('button', { name: 'Preview' }).click();
    };
    await preview('[1]');
    await waitFor(page.getByRole('alert').getByText('This must be a JSON object.'));
    await preview(JSON.stringify({ [model]: { ...entry, ...costs } }));
    await waitFor(findRow(model).getByText('prompt: 1 → 3'));
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await waitFor(dialog().getByText('1 models become dearer, 0 cheaper, 0 change otherwise.'));
    await dialog().getByRole('button', { name: 'Import', exact: true }).click();
    await waitFor(page.getByText('0 models added, 1 with new prices, 0 with new dates.'));
    await waitFor(findRow(model).getByText('prompt: 3'));
    await confirm(findRow(model), 'Cancel the plan');
    await findRow(model).waitFor({ state: 'detached' });
  });

  it('compares the bill of a provider with the receipts', async () => {
    await page.goto('/operator/bills');
    const compare = async (report: string): Promise<void> => {
      await page.getByLabel('Provider', { exact: true }).fill(`billed${suffix}`);
      await page.getByLabel('Or the report as text').fill(report);
      await page.getByRole('button', { name: 'Compare', exact: true }).click();
    };
    await compare('a,b\n1,2');
    await waitFor(page.getByRole('alert').getByText('needs a column of date'));
    await compare('date,model,requests,cost\n2026-11-01,chat,3,0.25\n2026-11-02,chat,0,0');
    await waitFor(page.getByText('2026-11-01 – 2026-11-02'));
    await waitFor(findRow('Cost (USD)').getByText('0.25').first());
    await waitFor(findRow('Calls').getByText('3').first());
    await compare('date,model,requests\n2026-11-02,chat,0');
    await waitFor(page.getByText('Bill and receipts agree'));
  });

  it('makes a token that is shown once, and revokes it', async () => {
    const name = `console-${suffix}`;
    await page.goto('/operator/tokens');
    await page.getByRole('button', { name: 'Make a token' }).click();
    await dialog().getByLabel('Name').fill(name);
    await dialog().getByRole('button', { name: 'Make a token' }).click();
    await waitFor(dialog().getByText('Choose at least one scope.'));
    await dialog()
      .getByLabel(/^money/)
      .check();
    await dialog().getByRole('button', { name: 'Make a token' }).click();
    const secret = dialog().getByLabel('The secret of the token');
    await waitFor(secret);
    const bearer = (await secret.innerText()).trim();
    await dialog().getByRole('button', { name: 'I have copied it' }).click();
    const use = () => gateway.call('/api/admin/brake', { bearer });
    expect((await use()).status).toBe(200);
    await confirm(findRow(name), 'Revoke');
    await findRow(name).waitFor({ state: 'detached' });
    expect((await use()).status).toBe(401);
  });

  it('adds, changes and deletes a moderation rule', async () => {
    const name = `Rule ${suffix}`;
    await page.goto('/operator/moderation');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await dialog().getByLabel('Name').fill(name);
    await dialog().getByLabel('Category').fill('console-test');
    await dialog().getByLabel('Words').fill(`word${suffix}`);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(findRow(name));
    await findRow(name).getByRole('button', { name: 'Edit' }).click();
    await dialog().getByLabel('On').uncheck();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(findRow(name).getByText('off'));
    await confirm(findRow(name), 'Delete');
    await findRow(name).waitFor({ state: 'detached' });
  });

  it('makes an organization for a user and suspends it', async () => {
    const name = `Org ${suffix}`;
    await page.goto('/operator/orgs');
    await page.getByRole('button', { name: 'Make an organization' }).click();
    await dialog().getByLabel('Name', { exact: true }).fill(name);
    await dialog().getByLabel('Email of the owner').fill(user.email);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(findRow(name));
    await confirm(findRow(name), 'Suspend');
    await waitFor(findRow(name).getByText('suspended'));
    await findRow(name).getByRole('button', { name: 'End the suspension' }).click();
    await waitFor(findRow(name).getByText('active'));
    await findRow(name).getByRole('link', { name }).click();
    const members = page.getByRole('table', { name: 'Members' });
    await waitFor(members.getByRole('row').filter({ hasText: user.email }));
    await page.getByLabel('Find by name or address').fill(`nobody-${suffix}`);
    await waitFor(page.getByText('Nothing found'));
    await page.waitForURL(/find=nobody/);
  });

  it('adds a payment channel, and closes it after a question', async () => {
    const id = `bank_${suffix}`;
    await page.goto('/operator/channels');
    await waitFor(findRow('bank_local'));
    await page.getByRole('button', { name: 'Add a channel' }).click();
    await dialog().getByLabel('Id', { exact: true }).fill('bank_local');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(dialog().getByText('There is a channel of this id.'));
    await dialog().getByLabel('Id', { exact: true }).fill(id);
    await dialog().getByLabel('Currency', { exact: true }).fill('EUR');
    await dialog().getByLabel('For 1 USD').fill('0');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(dialog().getByRole('alert'));
    expect(await dialog().getByLabel('For 1 USD').getAttribute('aria-invalid')).toBe('true');
    await dialog().getByLabel('For 1 USD').fill('0.92');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(findRow(id).getByText('open'));
    await findRow(id).getByRole('button', { name: 'Close' }).click();
    await waitFor(dialog().getByText(/New top-ups by it are refused/));
    await dialog().getByRole('button', { name: 'Close the channel' }).click();
    await waitFor(findRow(id).getByText('closed'));
    const { items } = await gateway.operate('/api/admin/channels');
    const listed = { id, enabled: false, currency: 'EUR', fxRate: '0.92' };
    expect(items).toContainEqual(expect.objectContaining(listed));
  });

  it('ends the free tier that was added, and sees all tiers of auto', async () => {
    const model = 'simulator/chat';
    await page.goto('/operator/tiers');
    await waitFor(page.getByRole('row').filter({ hasText: 'auto:free' }).first());
    await page.getByRole('button', { name: 'Add a free tier' }).click();
    await dialog().getByLabel('Model').fill(`console${suffix}/none`);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await waitFor(dialog().getByRole('alert'));
    await dialog().getByLabel('Model').fill(model);
    await dialog().getByLabel('Calls a minute').fill('7');
    await dialog().getByRole('button', { name: 'Save' }).click();
    const table = page.getByRole('table', { name: 'Free tiers' });
    const row = table.getByRole('row').filter({ hasText: model });
    await waitFor(row);
    await confirm(row, 'Delete');
    await row.waitFor({ state: 'detached' });
  });

  it('sees calls live, and that every service answers', async () => {
    await page.goto('/operator/live');
    for (const name of ['billing', 'relay', 'orgs', 'audit', 'video', 'auth']) {
      await waitFor(findRow(name).getByText('answers').first());
    }
    const answer = await gateway.call('/v1/chat/completions', {
      bearer: user.key,
      body: { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] },
    });
    expect(answer.status).toBe(200);
    const latest = page.getByRole('table', { name: 'Latest calls' });
    await waitFor(latest.getByRole('row').nth(1));
  });

  it('sees by name whose spend breaker tripped', async () => {
    const model = `console-breaker-${suffix}/chat`;
    // A call of ten tokens costs one dollar.
    const prices = { prompt: '0', completion: '100000' };
    await addModel(gateway, { id: model, prices, upstreamModel: 'chat' });
    const spender = await openAccount(gateway);
    const limits = { cbEnabled: true, cbMinuteUsd: 1_000, cbHourlyUsd: 1 };
    const set = await gateway.call('/api/account/circuit-breaker', {
      ...{ method: 'PATCH', cookie: spender.cookie, body: limits },
    });
    expect(set.status).toBe(200);
    const live = page.waitForResponse((response) => response.url().endsWith('/api/admin/live'));
    await page.goto('/operator/live');
    await live;
    await waitForStatus(
      () =>
        chat(gateway, {
          ...{ bearer: spender.key, content: '[[sim:tokens=10]]' },
          body: { model, max_tokens: 10 },
        }),
      429,
    );
    const trips = page.getByRole('table', { name: 'Tripped spend breakers' });
    const row = trips.getByRole('row').filter({ hasText: spender.userId });
    await waitFor(row.getByRole('link', { name: /^Ada / }));
  });

  it('asks before the brake refuses all paid calls', async () => {
    const readBrake = async () => String((await gateway.operate('/api/admin/brake')).state);
    const before = await readBrake();
    await page.goto('/operator/health');
    await page.getByLabel('State').selectOption('manual');
    await page.getByRole('button', { name: 'Set the brake' }).click();
    await waitFor(dialog().getByText(/Every paid call of every account/));
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await readBrake()).toBe(before);
  });

  it('keeps the filters of a list in the URL', async () => {
    await page.goto('/operator/audit');
    await page.getByLabel('Action').fill('admin.model.import');
    await page.waitForURL(/action=admin.model.import/);
    await page.reload();
    await waitFor(findRow('admin.model.import'));
    expect(await findRow('user.suspend').count()).toBe(0);
    await page.goto('/operator/topups?status=refunded');
    expect(await page.getByLabel('Status').inputValue()).toBe('refunded');
  });

  it('verifies the ledger', async () => {
    await page.goto('/operator/ledger');
    await page.getByRole('button', { name: 'Verify the ledger' }).click();
    await waitFor(page.getByText('every invariant holds'), 120_000);
    await waitFor(findRow('balances equal the sum of their entries'));
  });

  it('is the only one who sees these pages', async () => {
    const other = await openPage(browser, gateway.baseUrl);
    await useSession(other.page, gateway.baseUrl, user.cookie);
    await other.page.goto('/operator/users');
    await waitFor(other.page.getByText('Only operators may see this'));
    expect(other.faults).toEqual([]);
  });

  it('does nothing that a page may not do', () => {
    expect(watched.faults).toEqual([]);
  });
});
