import type { Topup } from '../../api/generated/types.gen';

type TopUp = Pick<Topup, 'createdAt' | 'status'>;

/** A payment page is open for minutes; a bank transfer takes days and is not waited for. */
const awaitedMs = 15 * 60_000;

export function listTopUps<Item extends TopUp>(
  pages: readonly { readonly topups: readonly Item[] }[] | undefined,
): readonly Item[] | undefined {
  return pages?.flatMap(({ topups }) => topups);
}

/** Whether a payment that began a moment ago may still arrive. */
export function isAwaited(topUps: readonly TopUp[] | undefined, nowMs: number): boolean {
  return (topUps ?? []).some(({ createdAt, status }) => {
    const isNew = createdAt !== null && nowMs - Date.parse(createdAt) < awaitedMs;
    return status === 'pending' && isNew;
  });
}

export function countPaid(topUps: readonly TopUp[] | undefined): number | undefined {
  return topUps?.filter(({ status }) => status === 'paid').length;
}
