import { capNanos, goodwillNanos, worstCaseNanos } from './amounts';
import { relayCount, type Aftermath } from './run-seed';

/** What must hold after every day; each breach is one sentence. */
export function listBreaches(day: Aftermath): string[] {
  return [
    ...listLostCharges(day),
    ...listWrongCharges(day),
    ...listWrongBalances(day),
    ...listOverspending(day),
    ...listExcessGoodwill(day),
    ...(day.excess > 0 ? [`${day.excess} charges are above their hold`] : []),
    ...listLeftovers(day),
  ];
}

function listLostCharges({ book, told }: Aftermath): string[] {
  return [...told].flatMap(([ulid, cost]) => {
    const posted = book.posted.get(ulid)?.costNanos;
    return posted === cost ? [] : [`${ulid} was told ${cost} and is posted as ${posted}`];
  });
}

function listWrongCharges({ answered, book, cancelValues }: Aftermath): string[] {
  return [...book.posted].flatMap(([ulid, { costNanos }]) =>
    costNanos === 0n || answered.get(ulid) === costNanos || cancelValues.get(ulid) === costNanos
      ? []
      : [`${ulid} is charged ${costNanos} without an answer that cost it`],
  );
}

function listWrongBalances({ book }: Aftermath): string[] {
  return [...book.wallets.values()].flatMap((wallet) => {
    const spent = sumPosted(book.posted.values(), wallet.walletId);
    const expected = wallet.totalCreditsNanos - spent;
    return wallet.balanceNanos === expected
      ? []
      : [`${wallet.walletId} has ${wallet.balanceNanos} instead of ${expected}`];
  });
}

/**
 * A balance is never exceeded, and a cap by less than one worst case. The documented exceptions: a
 * till that was emptied, where what ran then may be admitted against once more, and calls that end
 * after their relay was given up as silent.
 */
function listOverspending({ book, faults }: Aftermath): string[] {
  const isExcused = faults.some(({ kind }) => kind === 'empty-till' || kind === 'freeze-relay');
  const slack = isExcused ? BigInt(relayCount) * 6n * worstCaseNanos : 0n;
  const breaches: string[] = [];
  if (book.lowestNanos < -slack) breaches.push(`a wallet went down to ${book.lowestNanos}`);
  const capped = sumPosted(book.posted.values(), 'wallet-capped');
  if (capped >= capNanos + worstCaseNanos + slack) breaches.push(`a cap was passed: ${capped}`);
  return breaches;
}

const forgettingFaults: ReadonlySet<string> = new Set([
  'empty-till',
  'kill-billing',
  'away',
  'lossy',
]);

/**
 * Unbilled endings stay within the allowance. A till that was emptied knows of them only what is
 * posted, and one that billing could not fill covers them: both for as long as the fault lasts.
 */
function listExcessGoodwill({ book, cancelValues, faults }: Aftermath): string[] {
  if (faults.some(({ kind }) => forgettingFaults.has(kind))) return [];
  const breaches = [...book.wallets.keys()].flatMap((walletId) => {
    const used = book.sumGoodwill(walletId);
    return used <= goodwillNanos ? [] : [`${walletId} ended ${used} unbilled`];
  });
  const unexplained = [...book.posted].filter(
    ([ulid, call]) => call.goodwillNanos > 0n && cancelValues.get(ulid) !== call.goodwillNanos,
  );
  return [...breaches, ...unexplained.map(([ulid]) => `${ulid} took goodwill it did not use`)];
}

function listLeftovers({ eventLog, relays, till }: Aftermath): string[] {
  const breaches = till
    .listWalletsWithHolds()
    .flatMap((id) => till.listHolds(id))
    .map(({ holdId, state }) => `${holdId} is still ${state} in the till`);
  const reserved = till.sumReserved();
  if (reserved !== 0n) breaches.push(`counters still reserve ${reserved}`);
  if (eventLog.lag > 0) breaches.push(`${eventLog.lag} events are not consumed`);
  for (const { keeper, settleQueue, spool } of relays) {
    if (spool.backlogBytes > 0) breaches.push(`a spool holds ${spool.backlogBytes} bytes`);
    if (keeper.openCount + settleQueue.size > 0) breaches.push('a relay has unsettled holds');
  }
  return breaches;
}

function sumPosted(
  calls: Iterable<{ readonly walletId: string; readonly costNanos: bigint }>,
  walletId: string,
): bigint {
  let total = 0n;
  for (const call of calls) if (call.walletId === walletId) total += call.costNanos;
  return total;
}
