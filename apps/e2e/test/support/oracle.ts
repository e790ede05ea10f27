import { setTimeout as sleep } from 'node:timers/promises';
import { UsageRecorded } from '@tollgate/contracts';
import { withClient } from '@tollgate/embedded';
import { usdNumberToNanos } from '@tollgate/money';
import { waitUntil } from '@tollgate/testing';
import { readCredits, type Account } from './accounts';
import { callApi } from './api-call';
import type { Gateway } from './gateway';
import type { CallRecord } from './load';
import { untilAvailable } from './until-available';
import { verifyLedger } from './verify-ledger';

/** The holds of an instance that never returns are swept by then; everything else is sooner. */
const recoveryMs = 60_000;

/** Waits until nothing is reserved, no record waits on disk, and the book has come up. */
export async function waitForRest(
  gateway: Gateway,
  accounts: readonly Account[],
  records: readonly CallRecord[],
): Promise<void> {
  const deadlineMs = Date.now() + recoveryMs;
  const wait = (what: string, probe: () => Promise<boolean>): Promise<unknown> =>
    waitUntil(probe, { timeoutMs: Math.max(1, deadlineMs - Date.now()), pollMs: 250, what });
  for (const { key } of accounts) {
    await wait('a wallet without holds', async () => {
      return (await readCredits(gateway, key)).reserved === 0n;
    });
  }
  await wait('an empty spool', async () => (await readSpoolBytes(gateway)) === 0);
  const answered = records.filter(({ outcome }) => outcome === 'answered');
  await wait('every answered call in the book', async () => {
    const titles = new Set((await readCharges(gateway)).map(({ title }) => title));
    return answered.every(({ id }) => titles.has(id));
  });
}

export function readSpoolBytes(gateway: Gateway, relay = 'relay'): Promise<number> {
  return readRelayGauge(gateway, relay, 'tollgate_spool_bytes');
}

export async function readRelayGauge(
  gateway: Gateway,
  relay: string,
  gauge: string,
): Promise<number> {
  const url = `http://127.0.0.1:${gateway.portOf(`${relay}-internal`)}/metrics`;
  const pattern = new RegExp(`^${gauge}(?:\\{[^}]*\\})? (\\S+)$`, 'm');
  const value = pattern.exec((await callApi(url)).text)?.[1];
  if (value === undefined) throw new Error(`${relay} has no ${gauge}`);
  return Number(value);
}

/** What is wrong, in words; everything empty when the book agrees with both logs. */
export interface Verdict {
  /** Answered calls that are not in the book exactly once with the amount the client received. */
  readonly lost: readonly string[];
  /** Charges that no client received and that no provider's answer explains. */
  readonly unexplained: readonly string[];
  /** Accounts whose usage is not the sum of their charges. */
  readonly wrongSums: readonly string[];
  readonly ledger: string;
}

export const allGood: Verdict = {
  lost: [],
  unexplained: [],
  wrongSums: [],
  ledger: 'every invariant holds',
};

export interface Evidence {
  /** The client's log. */
  readonly records: readonly CallRecord[];
  /** The provider's log. */
  readonly upstreamAnswered: ReadonlySet<string>;
  /** Calls on the same stack that were judged before. */
  readonly earlier: readonly CallRecord[];
}

/**
 * A call whose client got its cost must be in the book exactly once with that amount. One whose
 * provider sent its usage, but whose client did not get the end, may be. No other may.
 */
export async function judge(
  gateway: Gateway,
  accounts: readonly Account[],
  evidence: Evidence,
): Promise<Verdict> {
  const { records } = evidence;
  const charges = await readCharges(gateway);
  const report = await verifyLedger(gateway);
  return {
    lost: shorten(await findLost(gateway, records, charges)),
    unexplained: shorten(findUnexplained(charges, evidence)),
    wrongSums: shorten(await findWrongSums(gateway, accounts, charges)),
    ledger: report.exitCode === 0 ? allGood.ledger : report.output,
  };
}

const shownMax = 10;

function shorten(faults: readonly string[]): readonly string[] {
  if (faults.length <= shownMax) return faults;
  return [...faults.slice(0, shownMax), `and ${faults.length - shownMax} more`];
}

function findUnexplained(
  charges: readonly Charge[],
  { records, upstreamAnswered, earlier }: Evidence,
): string[] {
  const known = new Set(earlier.map(({ id }) => id));
  const byId = new Map(records.map((record) => [record.id, record]));
  return charges
    .filter(({ title }) => !known.has(title))
    .filter(({ title }) => {
      const isTold = byId.get(title)?.outcome === 'answered';
      return !isTold && !upstreamAnswered.has(title);
    })
    .map(({ ulid, title }) => `${ulid} ${title} ${byId.get(title)?.reason ?? 'of nobody'}`);
}

interface Charge {
  readonly ulid: string;
  readonly walletId: string;
  /** The id that the call sent as its title. */
  readonly title: string;
  readonly costNanos: bigint;
}

/** Every charge in the journal itself, not in what is derived from it. */
export function readCharges(gateway: Gateway): Promise<Charge[]> {
  return withClient(gateway.credentials().databaseUrl, async (client) => {
    const { rows } = await client.query<ChargeRow>(
      `SELECT t.reference AS ulid, t.wallet_id AS wallet, g.record, t.amount_nanos::text AS cost
         FROM billing.transfers t
         LEFT JOIN billing.generations g ON 'led_' || g.ulid = t.entry_id
        WHERE t.kind = 'settle' AND t.to_account = 'revenue'`,
    );
    return rows.map(({ ulid, wallet, record, cost }) => ({
      ulid,
      walletId: wallet,
      title: record === null ? '' : UsageRecorded.decode(record).appName,
      costNanos: BigInt(cost),
    }));
  });
}

interface ChargeRow {
  readonly ulid: string;
  readonly wallet: string;
  readonly record: Buffer | null;
  readonly cost: string;
}

async function findLost(
  gateway: Gateway,
  records: readonly CallRecord[],
  charges: readonly Charge[],
): Promise<string[]> {
  const answered = records.filter(({ outcome }) => outcome === 'answered');
  const lost = answered
    .filter(({ id, costNanos }) => {
      const found = charges.filter(({ title }) => title === id);
      return found.length !== 1 || found[0]?.costNanos !== costNanos;
    })
    .map(({ id }) => `${id} in the journal`);
  const parallel = 16;
  for (let index = 0; index < answered.length; index += parallel) {
    const part = answered.slice(index, index + parallel);
    const receipts = await Promise.all(part.map((record) => hasReceipt(gateway, record)));
    lost.push(...part.filter((_, at) => !receipts[at]).map(({ id }) => `${id} as a receipt`));
  }
  return lost;
}

const minutesMax = 5;

async function hasReceipt(gateway: Gateway, record: CallRecord): Promise<boolean> {
  const { account, costNanos, generationId } = record;
  const path = `/v1/generation?id=${generationId}`;
  const ask = () => untilAvailable(() => gateway.call(path, { bearer: account.key }), path);
  let receipt = await ask();
  // A caller may ask for 120 receipts in a minute.
  for (let minute = 0; receipt.status === 429 && minute < minutesMax; minute++) {
    await sleep(Number(receipt.headers.get('retry-after') ?? 1) * 1_000);
    receipt = await ask();
  }
  return (
    receipt.status === 200 &&
    receipt.json.data.billing_outcome === 'charged' &&
    usdNumberToNanos(receipt.json.data.total_cost) === costNanos
  );
}

async function findWrongSums(
  gateway: Gateway,
  accounts: readonly Account[],
  charges: readonly Charge[],
): Promise<string[]> {
  const wrong: string[] = [];
  for (const { userId, key } of accounts) {
    const sum = charges
      .filter(({ walletId }) => walletId === userId)
      .reduce((total, { costNanos }) => total + costNanos, 0n);
    const { usage, credits, available } = await readCredits(gateway, key);
    if (usage !== sum || available !== credits - sum) wrong.push(`${userId}: ${usage} and ${sum}`);
  }
  return wrong;
}
