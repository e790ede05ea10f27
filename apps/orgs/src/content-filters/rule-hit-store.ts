import type { Database } from '@tollgate/postgres';
import type { RuleHits } from './ports';

// Only events that were not there yet are counted, in the statement that notes them.
const countSql = `
WITH news AS (
  INSERT INTO counted_hits (event_id) SELECT DISTINCT unnest($1::text[])
  ON CONFLICT DO NOTHING RETURNING event_id
)
INSERT INTO content_rule_hits (rule_id, day, hits)
SELECT hit.rule_id, hit.day, count(DISTINCT hit.event_id)
FROM unnest($1::text[], $2::text[], $3::date[]) AS hit (event_id, rule_id, day)
JOIN news USING (event_id)
GROUP BY hit.rule_id, hit.day
ORDER BY hit.rule_id, hit.day
ON CONFLICT (rule_id, day) DO UPDATE SET hits = content_rule_hits.hits + excluded.hits`;

const forgetSql = `
DELETE FROM counted_hits WHERE event_id IN (
  SELECT event_id FROM counted_hits WHERE counted_at < $1 LIMIT $2)`;

export function createRuleHits(database: Database): RuleHits {
  return {
    async count(hits) {
      await database.query(countSql, [
        hits.map(({ eventId }) => eventId),
        hits.map(({ ruleId }) => ruleId),
        hits.map(({ occurredAt }) => occurredAt.toISOString().slice(0, 10)),
      ]);
    },

    async forget(before, rowsMax) {
      return (await database.query(forgetSql, [before, rowsMax])).rowCount;
    },
  };
}
