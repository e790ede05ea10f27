import { withClient } from '@tollgate/embedded';
import { makeUlid } from '@tollgate/ids';
import { waitUntil } from '@tollgate/testing';
import type { Browser, Page } from 'playwright-core';
import { openAccounts, type Account } from '../test/support/accounts';
import {
  describeInBrowser,
  openPage,
  startBrowser,
  useSession,
  waitFor,
} from '../test/support/browser';
import { chat } from '../test/support/chat';
import { startGateway } from '../test/support/gateway';
import { makeOrgKey } from '../test/support/org-invoices';
import { openOrg } from '../test/support/organizations';
import { traceTasks, type TaskFigures } from '../test/support/trace-tasks';

const calls = 100_000;
const callsPerPage = 200;
const pages = calls / callsPerPage;
const spacingMs = 500;
/** One caller may read 120 reports a minute, so administrators take turns. */
const pagesPerAdmin = 100;
const taskMsMax = 50;
const stolenShareMax = 0.02;
/** The list is longest in its last pages. */
const rounds = 5;
const tracedPages = 4;
const wheelSteps = 20;
const wheelPixels = 1_200;

/** Copies of a real call, half a second apart, as posting would have stored them. */
const copySql = `
INSERT INTO billing.generations
SELECT (jsonb_populate_record(call, jsonb_build_object('ulid', copy.ulid, 'created_at', copy.at))).*
  FROM billing.generations AS call,
       unnest($1::text[], $2::timestamptz[]) AS copy (ulid, at)
 WHERE call.wallet_id = $3`;

describeInBrowser('a list of 100,000 calls', () => {
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let browser: Browser;
  let admins: readonly Account[];
  let orgId: string;

  beforeAll(async () => {
    gateway = await startGateway();
    browser = await startBrowser();
    admins = await openAccounts(gateway, Math.ceil(pages / pagesPerAdmin) + 1);
    const [founder, ...others] = admins as [Account, ...Account[]];
    orgId = await openOrg(gateway, founder);
    for (const { email } of others) {
      const body = { email, role: 'org_admin' };
      await gateway.operate(`/api/admin/orgs/${orgId}/members`, { body });
    }
    await gateway.operate('/api/admin/credits/grants', {
      body: { orgId, amountUsd: 5, reason: 'test' },
    });
    await makeCalls(founder);
  });
  afterAll(async () => {
    await browser.close();
    await gateway.end();
  });

  async function makeCalls(founder: Account): Promise<void> {
    const bearer = await makeOrgKey(gateway, founder, orgId);
    expect((await chat(gateway, { bearer })).status).toBe(200);
    const nowMs = Date.now();
    const times = Array.from({ length: calls - 1 }, (_, index) => nowMs - (index + 2) * spacingMs);
    const values = [times.map(makeUlid), times.map((ms) => new Date(ms)), orgId];
    await withClient(gateway.credentials().databaseUrl, (client) =>
      waitUntil(async () => ((await client.query(copySql, values)).rowCount ?? 0) > 0, {
        timeoutMs: 30_000,
        what: 'a posted call',
      }),
    );
  }

  const countPages = async (page: Page): Promise<number> => {
    const rows = await page.getByRole('table').getAttribute('aria-rowcount');
    return (Number(rows) - 1) / callsPerPage;
  };

  /** Scrolls until so many pages are in the list. */
  async function readPages(page: Page, wanted: number): Promise<void> {
    await page.getByRole('table').getByRole('rowgroup').nth(1).focus();
    let reader: Account | undefined;
    for (let count = await countPages(page); count < wanted; count = await countPages(page)) {
      const next = admins[Math.floor(count / pagesPerAdmin)];
      if (next !== undefined && next !== reader) {
        await useSession(page, gateway.baseUrl, next.cookie);
        reader = next;
      }
      await page.keyboard.press('End');
    }
  }

  it(`scrolls to its end and back without a task longer than ${taskMsMax} ms`, async () => {
    const { page, faults } = await openPage(browser, gateway.baseUrl);
    await useSession(page, gateway.baseUrl, admins[0]?.cookie ?? '');
    await page.goto(`/orgs/${orgId}/calls`);
    await waitFor(page.getByRole('row', { name: /simulator/ }));
    const found: TaskFigures[] = [];
    for (let left = rounds - 1; left >= 0; left -= 1) {
      await readPages(page, pages - (left + 1) * tracedPages);
      const trace = await traceTasks(browser);
      await readPages(page, pages - left * tracedPages);
      await page.getByRole('table').hover();
      for (let step = 0; step < wheelSteps; step += 1) await page.mouse.wheel(0, -wheelPixels);
      found.push(await trace.end());
    }

    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(calls + 1));
    for (const { count } of found) expect(count).toBeGreaterThan(wheelSteps);
    // Time that other virtual machines took counts as time of a task: such rounds prove little.
    const fair = found.filter(({ stolenShare }) => stolenShare < stolenShareMax);
    const isShort = ({ longestMs }: TaskFigures): boolean => longestMs < taskMsMax;
    // A list that has become slow is slow in every round, a slow processor only in some.
    const isMostlyShort = fair.filter(isShort).length * 2 >= fair.length;
    expect({ found, isMostlyShort }).toEqual({ found, isMostlyShort: true });
    expect({ found, isProven: found.some(isShort) }).toEqual({ found, isProven: true });
    expect(faults).toEqual([]);
  });
});
