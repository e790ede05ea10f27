const notedAgainAfterMs = 60_000;

/** A use is written down once a minute, so that using a credential does not mean writing it. */
export function isUseDue(lastUsedAt: Date | null, now: Date): boolean {
  return lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= notedAgainAfterMs;
}
