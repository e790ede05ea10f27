import type { HoldState, Till } from '@tollgate/till';
import type { Book } from '../ledger/ports';
import type { InvariantResult } from './invariants';

/** Ten seconds after a call ended it is posted, and the till has the balance. */
const finalMsMax = 10_000;
/** The longest call and the longest silence of a relay lie below this. */
const openMsMax = 15 * 60_000;

export const tillInvariantIds = [
  'no_old_open_hold',
  'final_holds_posted',
  'held_sums_equal_holds',
] as const;

/** Checks the till against the book: nothing stuck, no balance that the book does not have. */
export async function verifyTill(
  findPosted: Book['findPosted'],
  till: Till,
  nowMs: number,
): Promise<InvariantResult[]> {
  const holds: HoldState[] = [];
  const wrongSums: string[] = [];
  const walletIds = await till.listWalletsWithHolds();
  for (const walletId of walletIds) {
    const listed = await till.listHolds(walletId);
    holds.push(...listed);
    if (!(await hasRightSum(till, walletId, listed))) wrongSums.push(walletId);
  }
  const open = holds.filter((hold) => hold.state === 'open');
  const finals = holds.filter((hold) => hold.state === 'final');
  const oldOpen = open.filter((hold) => nowMs - hold.sinceMs > openMsMax);
  const oldFinal = finals.filter((hold) => nowMs - hold.sinceMs > finalMsMax);
  const posted = await findPosted(oldFinal.map(({ holdId }) => holdId));
  return [
    {
      id: 'no_old_open_hold',
      name: 'no open hold is older than its limit',
      unit: 'open holds',
      count: open.length,
      nanos: sumAmounts(open),
      breaches: oldOpen.length,
      firstBreach: oldOpen[0]?.holdId ?? null,
    },
    {
      id: 'final_holds_posted',
      name: 'every final hold is posted within ten seconds',
      unit: `final holds (${posted.size} old ones posted but still in the till)`,
      count: finals.length,
      nanos: sumAmounts(finals),
      breaches: oldFinal.length,
      firstBreach: oldFinal[0]?.holdId ?? null,
    },
    {
      id: 'held_sums_equal_holds',
      name: 'held sums equal the holds',
      unit: 'wallets with holds',
      count: walletIds.length,
      nanos: sumAmounts(holds),
      breaches: wrongSums.length,
      firstBreach: wrongSums[0] ?? null,
    },
  ];
}

/** Without what the book holds: that has left the balance. */
function sumAmounts(holds: readonly HoldState[]): bigint {
  const inTill = holds.filter(({ state }) => state !== 'booked');
  return inTill.reduce((total, { amountNanos }) => total + amountNanos, 0n);
}

/** Traffic between the two reads may move both; what is still wrong after a few looks is wrong. */
async function hasRightSum(
  till: Till,
  walletId: string,
  listed: readonly HoldState[],
): Promise<boolean> {
  const looksMax = 5;
  let holds = listed;
  for (let look = 0; look < looksMax; look++) {
    const wallet = await till.readWallet(walletId);
    if (wallet === undefined || wallet.heldNanos === sumAmounts(holds)) return true;
    holds = await till.listHolds(walletId);
  }
  return false;
}
