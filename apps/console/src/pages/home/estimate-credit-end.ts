const dayMs = 86_400_000;
const daysShown = 3_650;

/**
 * When the credit ends if spending goes on as in the days before. Null: nothing was spent, or it
 * lasts for more than ten years.
 */
export function estimateCreditEnd(
  availableUsd: number,
  { days, nowMs, spendUsd }: { spendUsd: number; days: number; nowMs: number },
): string | null {
  if (spendUsd <= 0) return null;
  const daysLeft = Math.max(0, availableUsd) / (spendUsd / days);
  return daysLeft > daysShown ? null : new Date(nowMs + daysLeft * dayMs).toISOString();
}
