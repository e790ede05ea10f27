export const outputTokensMax = 1_000;
/** 8 tokens of prompt, the output of a limited call, at twice $1 and $2, and ten searches. */
const limitedNanos = 4_516_000n;
/** The same for a call that holds the maximum of its model. */
export const worstCaseNanos = 48_516_000n;
export const walletIds = ['wallet-rich', 'wallet-poor', 'wallet-capped'] as const;
/** The third wallet has money enough, but its key may not spend it. */
export const capNanos = 5n * limitedNanos;
export const creditsNanos: Readonly<Record<(typeof walletIds)[number], bigint>> = {
  'wallet-rich': 150n * limitedNanos,
  'wallet-poor': 6n * limitedNanos,
  'wallet-capped': 100n * limitedNanos,
};

/** What every wallet may end unbilled: a few streams. */
export const goodwillNanos = 3n * limitedNanos;
