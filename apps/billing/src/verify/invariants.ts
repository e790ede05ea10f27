/** A statement about the book that must hold, with the figures that show whether it does. */
export interface InvariantResult {
  /** Short and lasting: the label of the metrics. */
  readonly id: string;
  readonly name: string;
  /** What was looked at: so many wallets, calls, … */
  readonly count: number;
  readonly unit: string;
  /** What that comes to, where it is money. */
  readonly nanos: bigint | null;
  readonly breaches: number;
  /** The lowest id of what breaks it, where breaches are of single rows. */
  readonly firstBreach?: string | null;
}

export interface SqlInvariant extends Pick<InvariantResult, 'id' | 'name' | 'unit'> {
  /**
   * One row: `count`, `breaches`, `nanos` where it is money, and `first_breach` where single rows
   * break it. Tables have their schema.
   */
  readonly sql: string;
}

export function isHeld({ breaches }: InvariantResult): boolean {
  return breaches === 0;
}

/** `5 calls, 150 nanos`, and how many of them are wrong. */
export function describeFigure({ breaches, count, nanos, unit }: InvariantResult): string {
  const parts = [`${count} ${unit}`];
  if (nanos !== null) parts.push(`${nanos} nanos`);
  if (breaches > 0) parts.push(`${breaches} wrong`);
  return parts.join(', ');
}

/** Counts the rows that break an invariant and names the first of them by its id. */
export const countBreaches = (condition: string, id: string): string => `
  count(*) FILTER (WHERE ${condition})::int AS breaches,
  min(${id}) FILTER (WHERE ${condition}) AS first_breach`;

/** Both sides of every transfer: what an account gained, and what it lost. */
const sides = `(
  SELECT to_account AS account, amount_nanos AS amount FROM billing.transfers
  UNION ALL SELECT from_account, -amount_nanos FROM billing.transfers)`;

const sumsByPrefix = (prefix: string): string =>
  `(SELECT substr(account, ${prefix.length + 1}) AS wallet_id, sum(amount) AS total
      FROM ${sides} AS sides WHERE account LIKE '${prefix}%' GROUP BY account)`;

/**
 * Without sorting anything: places 1 to n sum to n(n+1)/2, and an entry at place p is part of the
 * n−p+1 balances from its own to the last.
 */
const statements = `(
  SELECT wallet_id, count(*) FILTER (WHERE leg = 0) AS entries, max(wallet_version) AS last,
         sum(wallet_version) FILTER (WHERE leg = 0) AS places,
         sum(balance_after_nanos) FILTER (WHERE leg = 0) AS balances,
         sum(gain) AS turnover, sum(gain * wallet_version) AS weighted
    FROM (SELECT *, amount_nanos * (
                   CASE to_account WHEN 'wallet:' || wallet_id THEN 1 ELSE 0 END -
                   CASE from_account WHEN 'wallet:' || wallet_id THEN 1 ELSE 0 END
                 )::numeric AS gain
            FROM billing.transfers WHERE wallet_id <> '') AS legs
   GROUP BY wallet_id)`;

/** A credit line may be lowered or end while what was spent on it is still to be paid. */
const owedOnTerms = `(
  SELECT t.org_id AS wallet_id,
         coalesce((SELECT sum(spend_nanos) FROM billing.org_usage_monthly
                    WHERE wallet_id = t.org_id AND t.is_monthly), 0)
         - coalesce((SELECT sum(subtotal_nanos) FROM billing.invoices
                      WHERE org_id = t.org_id AND t.is_monthly AND status <> 'void'), 0)
         + coalesce((SELECT sum(subtotal_nanos) FROM billing.invoices
                      WHERE org_id = t.org_id AND status IN ('open', 'void')), 0) AS owed
    FROM billing.org_terms t)`;

const compareWallets = (column: string, prefix: string): string => `
  SELECT count(*) AS count, coalesce(sum(w.${column}), 0) AS nanos,
         ${countBreaches(
           `coalesce(w.${column}, 0) <> coalesce(s.total, 0)`,
           'coalesce(w.id, s.wallet_id)',
         )}
    FROM billing.wallets w FULL JOIN ${sumsByPrefix(prefix)} AS s ON s.wallet_id = w.id`;

const brokenStatement = `
  w.version <> coalesce(s.entries, 0) OR w.version <> coalesce(s.last, 0)
  OR s.places <> w.version * (w.version + 1) / 2
  OR s.balances <> s.turnover * (w.version + 1) - s.weighted`;

const unexplainedDebt = `
  -w.balance_nanos > coalesce(x.excess, 0) + coalesce(r.reversed, 0)
  + greatest(w.credit_line_nanos, coalesce(o.owed, 0))`;

/** About the entries and the balances, in the order of importance; each is one pass. */
export const bookInvariants: readonly SqlInvariant[] = [
  {
    id: 'entries_sum_to_zero',
    name: 'every entry moves positive amounts from one account to another',
    unit: 'transfers',
    sql: `SELECT count(*) AS count, coalesce(sum(amount_nanos), 0) AS nanos,
                 ${countBreaches('amount_nanos <= 0 OR from_account = to_account', 'entry_id')}
            FROM billing.transfers`,
  },
  {
    id: 'book_sums_to_zero',
    name: 'the accounts of the whole book sum to zero',
    unit: 'accounts',
    sql: `SELECT count(*) AS count, coalesce(sum(total), 0) AS nanos,
                 (coalesce(sum(total), 0) <> 0)::int AS breaches
            FROM (SELECT account, sum(amount) AS total FROM ${sides} AS sides
                   GROUP BY account) AS accounts`,
  },
  {
    id: 'balances_equal_entries',
    name: 'balances equal the sum of their entries',
    unit: 'wallets',
    sql: compareWallets('balance_nanos', 'wallet:'),
  },
  {
    id: 'held_equals_entries',
    name: 'held amounts equal the sum of their entries',
    unit: 'wallets',
    sql: compareWallets('held_nanos', 'held:'),
  },
  {
    id: 'balances_equal_totals',
    name: 'balances and held amounts equal credits minus usage',
    unit: 'wallets',
    sql: `SELECT count(*) AS count,
                 ${countBreaches(
                   'balance_nanos + held_nanos <> total_credits_nanos - total_usage_nanos',
                   'id',
                 )}
            FROM billing.wallets`,
  },
  {
    id: 'statements_unbroken',
    name: 'every statement has all its places, each with the balance that it left',
    unit: 'statements',
    sql: `SELECT count(w.id) AS count,
                 ${countBreaches(brokenStatement, 'w.id')}
            FROM billing.wallets w LEFT JOIN ${statements} AS s ON s.wallet_id = w.id`,
  },
  {
    id: 'no_unexplained_debt',
    name: 'no wallet is below its credit line beyond excess over reserves, reversed payments and invoices due',
    unit: 'wallets below',
    sql: `SELECT count(*) FILTER (WHERE w.balance_nanos < -w.credit_line_nanos) AS count,
                 coalesce(sum(x.excess), 0) AS nanos,
                 ${countBreaches(unexplainedDebt, 'w.id')}
            FROM billing.wallets w
            LEFT JOIN ${owedOnTerms} AS o ON o.wallet_id = w.id
            LEFT JOIN (SELECT wallet_id, sum(excess) AS excess
                         FROM (SELECT wallet_id, cost_nanos - reserved_nanos AS excess
                                 FROM billing.generations WHERE cost_nanos > reserved_nanos
                               UNION ALL
                               SELECT wallet_id, excess_nanos FROM billing.deleted_generations)
                           AS excesses
                        GROUP BY wallet_id) AS x
              ON x.wallet_id = w.id
            LEFT JOIN (SELECT wallet_id,
                              sum(CASE WHEN from_account LIKE 'wallet:%' THEN amount_nanos
                                       WHEN to_account LIKE 'wallet:%' THEN -amount_nanos
                                       ELSE 0 END) AS reversed
                         FROM billing.transfers WHERE kind = 'reversal' GROUP BY wallet_id) AS r
              ON r.wallet_id = w.id`,
  },
];
