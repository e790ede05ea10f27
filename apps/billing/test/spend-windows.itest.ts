import { setTimeout as sleep } from 'node:timers/promises';
import { makeUlid } from '@tollgate/ids';
import { silentLogger } from '@tollgate/observability';
import {
  getWindowStartMs,
  limitScopes,
  spendWindows,
  type LimitScope,
  type SpendCounter,
  type SpendWindow,
} from '@tollgate/till';
import { createInvoiceDatabase } from '../src/invoices/invoice-store';
import { setOrgTermsUseCase } from '../src/invoices/set-org-terms';
import { postUsageUseCase } from '../src/ledger/post-usage';
import { aGeneration, type UsageRecordChanges } from './support/a-generation';
import { getNowMs, startBook, type BookUnderTest } from './support/start-book';

let fixture: BookUnderTest;
beforeAll(async () => {
  fixture = await startBook();
});
afterAll(() => fixture.stop());

const walletId = 'org_1';
const scopeIds: Readonly<Record<LimitScope, string>> = {
  key: 'key_w',
  user: 'user_w',
  member: 'mem_w',
  team: 'team_w',
  org: walletId,
};

/** One call of everybody in question; others share the wallet. */
async function post(atMs: number, changes: UsageRecordChanges = {}): Promise<void> {
  const generation = aGeneration({
    ...{ ulid: makeUlid(atMs), walletId, costNanos: 100n },
    ...{ keyId: 'key_w', userId: 'user_w', memberId: 'mem_w', teamId: 'team_w' },
    ...changes,
  });
  await postUsageUseCase({ store: fixture.store, till: fixture.till })([generation]);
}

async function readRebuilt(scope: LimitScope, window: SpendWindow): Promise<bigint> {
  const counter: SpendCounter = { scope, scopeId: scopeIds[scope], window };
  await fixture.redis.flushall();
  await fixture.loadTill(walletId, [counter]);
  const field = `${scope}|${counter.scopeId}|${window}`;
  const value = await fixture.redis.hget(`till:{${walletId}}:counters`, field);
  return BigInt(value?.split('|')[1] ?? -1);
}

describe('counters that are missing in the till', () => {
  it('are rebuilt from the book for every scope and window', async () => {
    await waitForRoomInMinute();
    const nowMs = getNowMs();
    const starts = spendWindows.map((window) => getWindowStartMs(window, nowMs));
    for (const startMs of starts.filter((start) => start > 0)) await post(startMs - 1);
    await post(nowMs);
    await post(nowMs, { keyId: 'k', userId: 'u', memberId: 'm', teamId: 't' });
    await post(nowMs, { walletId: 'org_2' });
    const makeExpected = (window: SpendWindow, startMs: number): bigint => {
      const own = starts
        .filter((start) => start > 0)
        .filter((start) => start - 1 >= startMs).length;
      return BigInt(own + 1) * 100n;
    };
    for (const scope of limitScopes) {
      for (const [index, window] of spendWindows.entries()) {
        const others = scope === 'org' ? 100n : 0n;
        // The lifetime of a key is counted across wallets: a key has only one.
        const elsewhere = scope === 'key' && window === 'total' ? 100n : 0n;
        const spent = await readRebuilt(scope, window);
        expect({ scope, window, spent }).toEqual({
          ...{ scope, window },
          spent: makeExpected(window, starts[index] ?? 0) + others + elsewhere,
        });
      }
    }
  });

  /** Counters are rebuilt for the minute in which they are read: its end is waited for. */
  async function waitForRoomInMinute(): Promise<void> {
    const leftMs = 60_000 - (getNowMs() % 60_000);
    if (leftMs < 15_000) await sleep(leftMs + 50);
  }
});

describe('a credit line', () => {
  const setCreditLine = (orgId: string, creditLineNanos: bigint) =>
    setOrgTermsUseCase({
      store: createInvoiceDatabase(fixture.database),
      organizations: {
        getOrganization: async () => ({
          ...{ name: '', isDeleted: false, isSuspended: false, hasLocalCurrency: false },
        }),
        listTeams: async () => [],
      },
      till: fixture.till,
      getNowMs,
      logger: silentLogger,
    })({ orgId, isMonthly: creditLineNanos > 0n, creditLineNanos, requestId: 'req_1' });
  const admit = (id: string, amountNanos: bigint) =>
    fixture.till.admit({
      ...{ walletId: id, holdId: makeUlid(), instance: 'relay-1', limits: [] },
      ...{ amountNanos, floorNanos: amountNanos },
    });

  it('lets a wallet spend below zero by as much, and is on record', async () => {
    const id = 'org_credit';
    await fixture.loadTill(id);
    expect(await admit(id, 1n)).toMatchObject({ kind: 'no-funds', creditNanos: 0n });
    await setCreditLine(id, 500n);
    expect(await admit(id, 500n)).toMatchObject({ kind: 'admitted' });
    expect(await admit(id, 1n)).toMatchObject({ kind: 'no-funds', creditNanos: 500n });
    await setCreditLine(id, 0n);
    expect(await admit(id, 1n)).toMatchObject({ kind: 'no-funds', creditNanos: 0n });
    const actions = await fixture.readAuditActions();
    expect(actions).toEqual(Array.from({ length: 4 }, () => 'org.terms.update'));
    expect(await fixture.findWallet(id)).toMatchObject({ creditLineNanos: 0n, version: 0n });
  });

  it('is loaded into a till that was emptied', async () => {
    await setCreditLine('org_line', 300n);
    await fixture.redis.flushall();
    await fixture.loadTill('org_line');
    expect(await admit('org_line', 300n)).toMatchObject({ kind: 'admitted' });
  });

  it('is never negative', async () => {
    await expect(setCreditLine('org_line', -1n)).rejects.toMatchObject({ status: 400 });
  });
});
