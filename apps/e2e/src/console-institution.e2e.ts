import type { Browser, Page } from 'playwright-core';
import { waitUntil } from '@tollgate/testing';
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
import {
  addTeacher,
  makeEmail,
  openInstitution,
  signIn,
  waitForMailedCode,
  type Institution,
} from '../test/support/institutions';
import type { OrgMember } from '../test/support/organizations';

describeInBrowser('an institution in the console', () => {
  const gateway = getSharedGateway();
  let browser: Browser;
  let school: Institution;
  let teacher: OrgMember;
  const opened: WatchedPage[] = [];

  beforeAll(async () => {
    browser = await startBrowser();
    school = await openInstitution(gateway, { sessionQuota: { requests: 20, usd: 2 } });
    teacher = await addTeacher(gateway, school);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const watched of opened.splice(0)) {
      expect(watched.faults).toEqual([]);
      await watched.close();
    }
  });

  async function open(path: string, cookie?: string): Promise<Page> {
    const watched = await openPage(browser, gateway.baseUrl);
    opened.push(watched);
    if (cookie !== undefined) await useSession(watched.page, gateway.baseUrl, cookie);
    await watched.page.goto(path);
    return watched.page;
  }

  async function join(institution: Institution): Promise<{ page: Page; email: string }> {
    const email = makeEmail(institution);
    const page = await open('/student');
    await page.getByLabel('Key of your class').fill(institution.key);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    await waitFor(page.getByLabel('Code'));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('Code').fill(await waitForMailedCode(gateway, email));
    await page.getByRole('button', { name: 'Join' }).click();
    return { page, email };
  }

  async function send(page: Page, text: string): Promise<void> {
    await page.getByLabel('Prompt').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
  }

  it('lets an administrator add a class and give it to a teacher', async () => {
    const page = await open(`/orgs/${school.orgId}/institution`, school.founder.cookie);
    await page.getByRole('button', { name: 'Add a class' }).click();
    await page.getByLabel('Name').fill('Physics');
    await page.getByRole('button', { name: 'Add the class' }).click();
    await waitFor(page.getByText(/^sk-edu-/));
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('button', { name: 'Teachers of campus' }).click();
    await page.getByLabel(teacher.account.email).click();
    const path = `/api/orgs/${school.orgId}/edu-classes`;
    await waitUntil(
      async () => {
        const { json } = await gateway.call(path, { cookie: teacher.account.cookie });
        return json.classes.length === 1;
      },
      { timeoutMs: 10_000, what: 'the class of the teacher' },
    );
  });

  it('shows a teacher the sessions of its classes alone, and ends one', async () => {
    const path = `/api/orgs/${school.orgId}`;
    const admin = { cookie: school.founder.cookie };
    const place = `edu-keys/${school.keyId}/teachers/${teacher.memberId}`;
    await gateway.call(`${path}/${place}`, { ...admin, method: 'PUT' });
    const other = await gateway.call(`${path}/edu-keys`, { ...admin, body: { name: 'Chemistry' } });
    const own = await signIn(gateway, school);
    const foreign = await signIn(gateway, { ...school, key: other.json.key as string });

    const page = await open('/orgs', teacher.account.cookie);
    await page.getByRole('link', { name: 'Acme' }).click();
    await waitFor(page.getByText(own.email));
    expect(await page.getByText(foreign.email).count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Classes' }).count()).toBe(0);
    await waitFor(page.getByText('0 of 20'));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: `End the session of ${own.email}` }).click();
    await waitFor(page.getByText(/A student needs a new mailed code/));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'End the session', exact: true }).click();
    await waitUntil(
      async () => (await gateway.call('/v1/key', { bearer: own.token })).status === 401,
      { timeoutMs: 10_000, what: 'the end of the session' },
    );
    expect((await gateway.call('/v1/key', { bearer: foreign.token })).status).toBe(200);
  });

  it('lets a student in, shows the quota, and keeps no secret', async () => {
    const { email, page } = await join(school);
    await waitFor(page.getByText('0 of 20'));
    await waitFor(page.getByText(email));
    expect(await findBarriers(page)).toEqual([]);
    const kept = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, location.href])',
    );
    expect(kept).not.toMatch(/sk-edu-|edu-sess-/);
    expect(await page.context().cookies()).toEqual([]);

    const path = `/api/orgs/${school.orgId}/edu-sessions/revoke`;
    await gateway.call(path, { cookie: school.founder.cookie, body: { email } });
    await waitFor(page.getByRole('heading', { name: 'Your session has ended' }));
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Join again' }).click();
    await waitFor(page.getByLabel('Key of your class'));
  });

  it('answers a student until the quota is spent or a teacher ends the session', async () => {
    const small = await openInstitution(gateway, { sessionQuota: { requests: 1, usd: 2 } });
    const { email, page } = await join(small);
    await waitFor(page.getByText('0 of 1', { exact: true }));
    await page.getByLabel('Model').fill('simulator/chat');
    await send(page, 'Hello');
    await waitFor(page.getByText('1 of 1', { exact: true }));
    await waitFor(page.getByRole('definition').filter({ hasText: '$' }));
    expect(await page.getByRole('link', { name: 'Open the receipt' }).count()).toBe(0);
    await send(page, 'And again?');
    await waitFor(page.getByRole('alert').filter({ hasText: 'has used up its 1 requests' }));
    await waitFor(page.getByRole('list', { name: 'Conversation' }).getByText('And again?'));
    expect(await findBarriers(page)).toEqual([]);

    const path = `/api/orgs/${small.orgId}/edu-sessions/revoke`;
    await gateway.call(path, { cookie: small.founder.cookie, body: { email } });
    await send(page, 'Still there?');
    await waitFor(page.getByRole('heading', { name: 'Your session has ended' }));
    await page.getByLabel('Prompt').fill('Hello?');
    expect(await page.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
    const kept = await page.evaluate(
      'JSON.stringify([localStorage, sessionStorage, location.href])',
    );
    expect(kept).not.toMatch(/sk-edu-|edu-sess-/);
  });

  it('explains a wrong code to a student', async () => {
    const page = await open('/student');
    await page.getByLabel('Key of your class').fill(`sk-edu-${'x'.repeat(43)}`);
    await page.getByLabel('Email').fill(makeEmail(school));
    await page.getByRole('button', { name: 'Mail me a code' }).click();
    await page.getByLabel('Code').fill('123456');
    await page.getByRole('button', { name: 'Join' }).click();
    await waitFor(page.getByText(/The key, the address or the code is not right/));
  });
});
