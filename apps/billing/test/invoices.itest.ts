import { AppError } from '@tollgate/errors';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import { decideInvoiceUseCase } from '../src/invoices/decide-invoice';
import { createInvoiceDatabase } from '../src/invoices/invoice-store';
import { issueDueInvoicesUseCase } from '../src/invoices/issue-invoices';
import { setOrgTermsUseCase } from '../src/invoices/set-org-terms';
import { postUsageUseCase } from '../src/ledger/post-usage';
import { formatMonth } from '../src/shared/calendar';
import { postBalanceUseCase } from '../src/wallets/post-balance';
import { aGeneration } from './support/a-generation';
import { startBook, type BookUnderTest } from './support/start-book';

let fixture: BookUnderTest;
let store: ReturnType<typeof createInvoiceDatabase>;
let nowMs = 0;
let hasLocalCurrency = false;
/** Orgs cannot say anything about it. */
let unknownOrg = '';
const logger = silentLogger;
const getNowMs = (): number => nowMs;
const at = (iso: string): number => Date.parse(iso);

beforeAll(async () => {
  fixture = await startBook();
  store = createInvoiceDatabase(fixture.database);
});
afterAll(() => fixture.stop());
afterEach(async () => {
  expect(await fixture.listBreaches()).toEqual([]);
});

const organizations = {
  getOrganization: async (orgId: string) => {
    if (orgId === unknownOrg) throw new AppError('overloaded');
    return { name: 'Acme', isDeleted: false, isSuspended: false, hasLocalCurrency };
  },
  listTeams: async () => [{ teamId: 'team_1', costCenterCode: 'RD-1' }],
};
const operator = {
  actor: { type: 'operator', id: 'admin-token', email: '' },
  ip: '127.0.0.1',
  requestId: 'req_1',
} as const;

const setTerms = (orgId: string, isMonthly: boolean) =>
  setOrgTermsUseCase({ store, organizations, till: fixture.till, getNowMs, logger })({
    ...{ orgId, isMonthly, creditLineNanos: isMonthly ? 10_000n : 0n, requestId: 'req_1' },
  });
const issue = () => issueDueInvoicesUseCase({ store, organizations, getNowMs, logger })();
const decide = (invoiceId: string, decision: 'mark_paid' | 'void') =>
  decideInvoiceUseCase({
    ...{ store, getNowMs, postBalance: postBalanceUseCase({ till: fixture.till, logger }) },
  })({ invoiceId, decision, reason: '', operator });
const list = (orgId: string) => store.list({ before: '', limit: 10, orgId, status: undefined });

async function spend(
  walletId: string,
  time: string,
  costNanos: bigint,
  changes: { teamId?: string; model?: string } = {},
): Promise<void> {
  const ulid = makeUlid(at(time));
  const generation = aGeneration({
    ulid,
    walletId,
    costNanos,
    reservedNanos: 100_000n,
    ...changes,
  });
  await postUsageUseCase({ store: fixture.store, till: fixture.till })([generation]);
}

/** Prepaid until November 10th. */
async function aMonthlyOrg(): Promise<string> {
  const orgId = `org_${makeUlid()}`;
  await fixture.credit(orgId, 5_000n);
  await spend(orgId, '2026-10-20T00:00:00Z', 7n);
  await spend(orgId, '2026-11-03T00:00:00Z', 11n);
  nowMs = at('2026-11-10T12:00:00Z');
  await setTerms(orgId, true);
  return orgId;
}

describe('the invoice of a month', () => {
  it('comes on the 1st and asks for what was spent since monthly billing began', async () => {
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 100n, { teamId: 'team_1' });
    await spend(orgId, '2026-11-12T00:00:00Z', 20n, { teamId: 'team_1', model: 'acme/big' });
    await spend(orgId, '2026-11-30T23:59:59.999Z', 3n);
    await spend(orgId, '2026-12-01T00:00:00Z', 1_000n);
    nowMs = at('2026-12-01T00:30:00Z');
    expect(await issue()).toBe(0);
    nowMs = at('2026-12-01T01:00:00Z');
    expect(await issue()).toBe(1);
    const [invoice] = await list(orgId);
    expect(invoice).toMatchObject({ status: 'open', subtotalNanos: 123n, vatNanos: 0n });
    expect(formatMonth(invoice?.month ?? 0)).toBe('2026-11');
    const lines = await store.listLines(invoice?.id ?? '');
    expect(lines.map(({ month: _, ...line }) => line)).toEqual([
      { costCenterCode: '', teamId: '', model: 'acme/chat-1', spendNanos: 3n },
      { costCenterCode: 'RD-1', teamId: 'team_1', model: 'acme/chat-1', spendNanos: 100n },
      { costCenterCode: 'RD-1', teamId: 'team_1', model: 'acme/big', spendNanos: 20n },
    ]);
  });

  it('is made once, however many make it at the same time', async () => {
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 100n);
    nowMs = at('2026-12-05T00:00:00Z');
    const issued = await Promise.all([issue(), issue(), issue(), issue()]);
    expect(issued.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await issue()).toBe(0);
    expect(await list(orgId)).toHaveLength(1);
  });

  it('is made up for after a time of rest, each month by itself', async () => {
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 1n);
    await spend(orgId, '2027-01-02T00:00:00Z', 20n);
    await spend(orgId, '2027-02-02T00:00:00Z', 300n);
    nowMs = at('2027-03-15T00:00:00Z');
    await issue();
    const invoices = await list(orgId);
    expect(invoices.map((one) => [formatMonth(one.month), one.subtotalNanos]).sort()).toEqual([
      ['2026-11', 1n],
      ['2027-01', 20n],
      ['2027-02', 300n],
    ]);
  });

  it('waits for orgs to answer, and keeps no other organization waiting', async () => {
    const [first, second] = [await aMonthlyOrg(), await aMonthlyOrg()];
    await spend(first, '2026-11-11T00:00:00Z', 1n);
    await spend(second, '2026-11-11T00:00:00Z', 20n);
    nowMs = at('2026-12-02T00:00:00Z');
    unknownOrg = first;
    await issue();
    expect([await list(first), await list(second)]).toMatchObject([[], [{ subtotalNanos: 20n }]]);
    unknownOrg = '';
    await issue();
    expect(await list(first)).toMatchObject([{ subtotalNanos: 1n }]);
  });

  it('leaves calls that come in late to the next one', async () => {
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 1n);
    nowMs = at('2026-12-02T00:00:00Z');
    await issue();
    await spend(orgId, '2026-11-30T23:00:00Z', 20n);
    await spend(orgId, '2026-12-03T00:00:00Z', 300n);
    nowMs = at('2027-01-02T00:00:00Z');
    await issue();
    const [last, first] = await list(orgId);
    expect([first?.subtotalNanos, last?.subtotalNanos]).toEqual([1n, 320n]);
    const lines = await store.listLines(last?.id ?? '');
    expect(lines.map((line) => [formatMonth(line.month), line.spendNanos]).sort()).toEqual([
      ['2026-11', 20n],
      ['2026-12', 300n],
    ]);
  });

  it('carries VAT where the organization pays in local currency', async () => {
    hasLocalCurrency = true;
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 10_000_000_000n);
    nowMs = at('2026-12-02T00:00:00Z');
    await fixture.credit(orgId, 10_000_000_000n);
    await issue();
    hasLocalCurrency = false;
    expect(await list(orgId)).toMatchObject([{ vatNanos: 500_000_000n }]);
  });
});

describe('an invoice', () => {
  async function anInvoice(): Promise<{ orgId: string; id: string }> {
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 100n);
    nowMs = at('2026-12-02T00:00:00Z');
    await issue();
    const [invoice] = await list(orgId);
    return { orgId, id: invoice?.id ?? '' };
  }

  it('that is paid pays off the wallet once, and updates the till', async () => {
    const { id, orgId } = await anInvoice();
    await fixture.loadTill(orgId);
    const before = (await fixture.findWallet(orgId))?.balanceNanos ?? 0n;
    const outcomes = await Promise.allSettled([decide(id, 'mark_paid'), decide(id, 'mark_paid')]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await fixture.findWallet(orgId))?.balanceNanos).toBe(before + 100n);
    expect((await fixture.till.readWallet(orgId))?.postedNanos).toBe(before + 100n);
    await expect(decide(id, 'void')).rejects.toMatchObject({ reason: 'conflict' });
    expect(await fixture.readAuditActions()).toContain('admin.invoice.mark_paid');
  });

  it('that is void is billed again by the next one', async () => {
    const { id, orgId } = await anInvoice();
    await decide(id, 'void');
    await expect(decide(id, 'mark_paid')).rejects.toMatchObject({ reason: 'conflict' });
    expect(await issue()).toBe(0);
    await spend(orgId, '2026-12-11T00:00:00Z', 20n);
    nowMs = at('2027-01-02T00:00:00Z');
    await issue();
    expect(await list(orgId)).toMatchObject([
      { status: 'open', subtotalNanos: 120n },
      { id, status: 'void', subtotalNanos: 100n },
    ]);
  });

  it('that does not exist cannot be decided', async () => {
    await expect(decide('inv_none', 'void')).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('terms', () => {
  it('that end are invoiced at once, and what follows is paid in advance', async () => {
    const orgId = await aMonthlyOrg();
    await spend(orgId, '2026-11-11T00:00:00Z', 100n);
    nowMs = at('2026-11-20T00:00:00Z');
    await setTerms(orgId, false);
    await setTerms(orgId, false);
    expect(await list(orgId)).toMatchObject([{ subtotalNanos: 100n, status: 'open' }]);
    await spend(orgId, '2026-11-21T00:00:00Z', 20n);
    nowMs = at('2026-11-25T00:00:00Z');
    await setTerms(orgId, true);
    await spend(orgId, '2026-11-26T00:00:00Z', 3n);
    nowMs = at('2026-12-02T00:00:00Z');
    await issue();
    const subtotals = (await list(orgId)).map(({ subtotalNanos }) => subtotalNanos);
    expect(subtotals).toEqual([3n, 100n]);
  });

  it('that end while something is owed leave a debt that is explained, and no other', async () => {
    const orgId = `org_${makeUlid()}`;
    nowMs = at('2026-11-10T12:00:00Z');
    await setTerms(orgId, true);
    await spend(orgId, '2026-11-11T00:00:00Z', 100n);
    await setTerms(orgId, false);
    expect(await fixture.findWallet(orgId)).toMatchObject({ balanceNanos: -100n });
    expect(await fixture.listBreaches()).toEqual([]);
    await spend(orgId, '2026-11-12T00:00:00Z', 1n);
    expect(await fixture.listBreaches()).toEqual([expect.stringContaining('credit line')]);
    await fixture.credit(orgId, 1n);
  });

  it('set the credit line, and are on record when they change', async () => {
    const orgId = `org_${makeUlid()}`;
    const before = (await fixture.readAuditActions()).length;
    expect(await setTerms(orgId, true)).toMatchObject({ creditLineNanos: 10_000n });
    await setTerms(orgId, true);
    const actions = (await fixture.readAuditActions()).slice(before);
    expect(actions).toEqual(['org.terms.update', 'org.terms.update']);
    expect(await setTerms(orgId, false)).toMatchObject({ creditLineNanos: 0n });
  });
});
