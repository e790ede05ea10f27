import { recordsSince } from './agreement-invariants';
import { countBreaches, type SqlInvariant } from './invariants';

/** About work that outlives its relay. */
export const holdInvariants: readonly SqlInvariant[] = [
  {
    id: 'booked_holds_agree',
    name: 'held amounts equal the booked holds that are not closed',
    unit: 'booked holds',
    sql: `SELECT coalesce(sum(h.holds), 0)::bigint AS count, coalesce(sum(h.total), 0) AS nanos,
                 ${countBreaches(
                   'coalesce(w.held_nanos, 0) <> coalesce(h.total, 0)',
                   'coalesce(w.id, h.wallet_id)',
                 )}
            FROM billing.wallets w
            FULL JOIN (SELECT wallet_id, count(*) AS holds, sum(amount_nanos) AS total
                         FROM billing.booked_holds WHERE state = 'held' GROUP BY wallet_id) AS h
              ON h.wallet_id = w.id`,
  },
  {
    id: 'captured_holds_charged',
    name: 'every captured hold is charged once, with its amount',
    unit: 'captured holds',
    sql: `SELECT count(*) AS count, coalesce(sum(h.captured_nanos), 0) AS nanos,
                 ${countBreaches('g.cost_nanos IS DISTINCT FROM h.captured_nanos', 'h.hold_id')}
            FROM billing.booked_holds h LEFT JOIN billing.generations g ON g.ulid = h.hold_id
           WHERE h.state = 'captured' AND h.booked_at >= ${recordsSince}`,
  },
  {
    id: 'released_holds_free',
    name: 'no hold that was given back is charged as well',
    unit: 'released holds',
    sql: `SELECT count(*) AS count,
                 ${countBreaches('g.cost_nanos > 0', 'h.hold_id')}
            FROM billing.booked_holds h LEFT JOIN billing.generations g ON g.ulid = h.hold_id
           WHERE h.state = 'released'`,
  },
];
