/** A statement about the book that must hold, with the figure that shows whether it does. */
export interface InvariantResult {
  readonly name: string;
  readonly figure: string;
  readonly isHeld: boolean;
}

interface SqlInvariant {
  readonly name: string;
  /** One row: `figure` (text) and `breaches` (number). Tables are named with their schema. */
  readonly sql: string;
}

/** In the order of importance; each is one pass over the book. */
export const bookInvariants: readonly SqlInvariant[] = [
  {
    name: 'every entry sums to zero',
    sql: `SELECT count(*)::text || ' entries' AS figure,
                 count(*) FILTER (WHERE total <> 0)::int AS breaches
            FROM (SELECT sum(amount_nanos) AS total
                    FROM billing.postings GROUP BY entry_id, occurred_at) AS entries`,
  },
  {
    name: 'every entry has its two postings',
    sql: `SELECT count(*)::text || ' entries' AS figure,
                 count(*) FILTER (WHERE parts <> 2)::int AS breaches
            FROM (SELECT count(p.account) AS parts
                    FROM billing.journal_entries e
                    LEFT JOIN billing.postings p
                      ON p.entry_id = e.id AND p.occurred_at = e.occurred_at
                   GROUP BY e.id, e.occurred_at) AS entries`,
  },
  {
    name: 'the whole book sums to zero',
    sql: `SELECT coalesce(sum(amount_nanos), 0)::text || ' nanos' AS figure,
                 (coalesce(sum(amount_nanos), 0) <> 0)::int AS breaches FROM billing.postings`,
  },
  {
    name: 'balances equal the sum of their postings',
    sql: `SELECT count(*)::text || ' wallets' AS figure,
                 count(*) FILTER (
                   WHERE coalesce(w.balance_nanos, 0) <> coalesce(p.total, 0))::int AS breaches
            FROM billing.wallets w
            FULL JOIN (SELECT substr(account, 8) AS wallet_id, sum(amount_nanos) AS total
                         FROM billing.postings WHERE account LIKE 'wallet:%' GROUP BY account) AS p
              ON p.wallet_id = w.id`,
  },
  {
    name: 'balances equal credits minus usage',
    sql: `SELECT count(*)::text || ' wallets' AS figure,
                 count(*) FILTER (
                   WHERE balance_nanos <> total_credits_nanos - total_usage_nanos)::int AS breaches
            FROM billing.wallets`,
  },
  {
    name: 'every charged call is in the ledger once, with its amount',
    sql: `SELECT count(g.ulid)::text || ' calls, ' ||
                   coalesce(sum(g.cost_nanos), 0)::text || ' nanos' AS figure,
                 count(*) FILTER (
                   WHERE g.ulid IS NULL OR e.id IS NULL
                      OR e.amount <> g.cost_nanos)::int AS breaches
            FROM (SELECT * FROM billing.generations WHERE cost_nanos > 0) AS g
            FULL JOIN (SELECT j.id, j.occurred_at, p.amount_nanos AS amount
                         FROM billing.journal_entries j
                         JOIN billing.postings p
                           ON p.entry_id = j.id AND p.occurred_at = j.occurred_at
                        WHERE j.kind = 'settle' AND p.account = 'revenue') AS e
              ON e.id = 'led_' || g.ulid AND e.occurred_at = g.created_at`,
  },
  {
    name: 'daily usage agrees with the calls',
    sql: `SELECT d.requests::text || ' calls, ' || d.spend::text || ' nanos' AS figure,
                 (d.requests <> g.requests OR d.spend <> g.spend
                   OR d.tokens <> g.tokens)::int AS breaches
            FROM (SELECT coalesce(sum(requests), 0) AS requests,
                         coalesce(sum(spend_nanos), 0) AS spend,
                         coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens
                    FROM billing.usage_daily) AS d,
                 (SELECT count(*) AS requests,
                         coalesce(sum(cost_nanos), 0) AS spend,
                         coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens
                    FROM billing.generations) AS g`,
  },
  {
    name: 'key totals agree with the calls',
    sql: `SELECT k.requests::text || ' calls, ' || k.spend::text || ' nanos' AS figure,
                 (k.requests <> g.requests OR k.spend <> g.spend)::int AS breaches
            FROM (SELECT coalesce(sum(requests), 0) AS requests,
                         coalesce(sum(spend_nanos), 0) AS spend
                    FROM billing.key_totals) AS k,
                 (SELECT count(*) AS requests, coalesce(sum(cost_nanos), 0) AS spend
                    FROM billing.generations) AS g`,
  },
  {
    name: 'no wallet is below zero beyond charges that exceeded their reserve',
    sql: `SELECT count(*) FILTER (WHERE w.balance_nanos < 0)::text || ' below zero' AS figure,
                 count(*) FILTER (
                   WHERE w.balance_nanos < 0
                     AND -w.balance_nanos > coalesce(x.excess, 0))::int AS breaches
            FROM billing.wallets w
            LEFT JOIN (SELECT wallet_id, sum(cost_nanos - reserved_nanos) AS excess
                         FROM billing.generations
                        WHERE cost_nanos > reserved_nanos GROUP BY wallet_id) AS x
              ON x.wallet_id = w.id`,
  },
];
